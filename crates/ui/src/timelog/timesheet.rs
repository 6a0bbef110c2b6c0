//! Timesheet of the chosen period and entries, to be shown to a client: each entry with what is billed, and the sums.
//!
//! - S1 All lines are on the page and those beyond the first are for paper alone: a page that is about to be printed has
//!   no time left to draw them.

use std::rc::Rc;

use yew::prelude::*;

use super::names::Names;
use super::report::{ROWS, days_of};
use super::use_names;
use crate::kit::shared::Shared;
use crate::store::{use_messages, use_selector, use_store};
use espalier_app::Model;
use espalier_app::timelog::LogQuery;
use espalier_base::date::DateRange;
use espalier_base::words::TimeFormat;
use espalier_i18n::time::Time;
use espalier_model::TimeCategoryId;
use espalier_timelog::billing::{self, Clients};
use espalier_timelog::calendar::Clock;
use espalier_timelog::timesheet::{self, Day, Line, Sum, Timesheet};

/// All that is shown of a state of the log.
#[derive(Debug)]
struct Content {
    sheet: Timesheet,
    clients: Clients,
    currency: Option<String>,
    format: TimeFormat,
    /// Category or client whose entries alone are shown.
    only: Option<TimeCategoryId>,
    range: DateRange,
    has_prices: bool,
}

impl Content {
    fn of(model: &Model) -> Self {
        let (sheet, clients) = (model.timesheet(), model.time_clients());
        let only = only(&model.timelog.look.asked.filter.categories, &clients);
        let (has_prices, format) = (sheet.has_prices(), model.time_format());
        Self { sheet, clients, currency: model.time_currency(), format, only, range: model.time_range(), has_prices }
    }

    /// Name of a category with that of its client before it.
    fn name(&self, id: Option<TimeCategoryId>, names: &Names, say: &Time) -> String {
        match timesheet::parts(id, &self.clients) {
            (None, _) => say.none.to_owned(),
            (client, None) => names.category_name(client).to_owned(),
            (client, project) => format!("{} / {}", names.category_name(client), names.category_name(project)),
        }
    }

    fn money(&self, sum: &Sum) -> String {
        billing::money(sum.bill.amount, self.currency.as_deref())
    }

    /// Cells of the sums behind a name: the time, and the amount where there are prices.
    fn sums(&self, sum: &Sum, say: &Time) -> Html {
        let amount = self.has_prices.then(|| html! { <><td class="sheet-rate"></td><td>{ self.money(sum) }</td></> });
        html! { <><td>{ say.length(sum.seconds) }</td>{ amount }</> }
    }

    /// The names of the columns.
    fn head(&self, say: &Time) -> Html {
        let [time, project, note, hours, rate, amount] = say.sheet.columns;
        let project = if self.clients.is_empty() { say.form.category } else { project };
        let priced = self.has_prices.then_some([(rate, "sheet-rate"), (amount, "")]);
        let head = [(time, "sheet-text"), (project, "sheet-text"), (note, "sheet-text"), (hours, "")];
        let head = head.into_iter().chain(priced.into_iter().flatten());
        head.map(|(name, class)| html! { <th key={name} scope="col" {class}>{ name }</th> }).collect()
    }

    /// The whole bill, in words.
    fn bill(&self, say: &Time) -> Option<String> {
        let sum = &self.sheet.total;
        let unpriced = (sum.bill.unpriced > 0).then(|| say.length(sum.bill.unpriced));
        (sum.bill.seconds > 0).then(|| {
            let billed = say.length(sum.bill.seconds);
            (say.report.bill)(&billed, &self.money(sum), unpriced.as_deref())
        })
    }
}

/// The one category that is asked for, or the client of all that are.
fn only(asked: &[Option<TimeCategoryId>], clients: &Clients) -> Option<TimeCategoryId> {
    let (first, rest) = asked.split_first()?;
    if rest.is_empty() {
        return *first;
    }
    let client = |id: &Option<TimeCategoryId>| timesheet::parts(*id, clients).0;
    client(first).filter(|one| rest.iter().all(|id| client(id) == Some(*one)))
}

#[derive(Debug, PartialEq)]
struct SheetState {
    key: (u64, i64),
    asked: LogQuery,
    range: DateRange,
    currency: Option<String>,
    format: TimeFormat,
}

/// The timesheet with its heading and sums.
#[component]
pub fn Sheet() -> Html {
    let words = use_messages();
    let say = &words.time;
    let store = use_store();
    let names = use_names();
    let state = use_selector(|model: &Model| {
        let range = model.time_range();
        let asked = model.timelog.look.asked.clone();
        let (currency, format) = (model.time_currency(), model.time_format());
        SheetState { key: model.sums_key(range), asked, range, currency, format }
    });
    let content = use_memo(state, move |_| store.read(Content::of));
    let only = content.only.map(|id| content.name(Some(id), &names, say));
    let sum = &content.sheet.total;
    let heading = html! {
        <div class="time-summary">
            <p class="sheet-client" data-testid="timesheet-client" hidden={only.is_none()}>{ only }</p>
            <p class="time-days">{ days_of(content.range, say) }</p>
        </div>
    };
    if content.sheet.is_empty() {
        return html! { <>{ heading }<p class="time-note">{ say.report.nothing }</p></> };
    }
    let mut before = 0;
    let days = content.sheet.days.iter().map(|day| {
        let shown = ROWS.saturating_sub(before);
        before += day.lines.len();
        let (key, day, content) = (day.date.0, day.clone(), Shared(content.clone()));
        html! { <DayRows {key} {day} {shown} {content} names={(*names).clone()} /> }
    });
    let days: Vec<Html> = days.collect();
    let projects = content.sheet.categories.iter().filter(|_| content.sheet.categories.len() > 1);
    let projects = projects.map(|(id, sum)| {
        let name = content.name(*id, &names, say);
        html! { <tr key={name.clone()} data-testid="timesheet-project" data-seconds={sum.seconds.to_string()}><th scope="row" colspan="3">{ name }</th>{ content.sums(sum, say) }</tr> }
    });
    let bill = content.bill(say);
    let more = content.sheet.len().saturating_sub(ROWS);
    html! {
        <>
            { heading }
            <div class="time-scroll" tabindex="0" role="group" aria-label={say.sheet.title}>
            <table class="time-table time-sheet" data-testid="timesheet-table">
                <thead><tr>{ content.head(say) }</tr></thead>
                { for days }
                <tbody class="sheet-sums">
                    { for projects }
                    <tr class="sheet-total" data-testid="timesheet-total" data-seconds={sum.seconds.to_string()} data-amount={sum.bill.amount.to_string()}>
                        <th scope="row" colspan="3">{ say.sheet.total }</th>{ content.sums(sum, say) }
                    </tr>
                </tbody>
            </table>
            </div>
            <p class="time-note sheet-more" hidden={more == 0}>{ (say.files.more)(more) }</p>
            <p class="time-note" data-testid="timesheet-bill" hidden={bill.is_none()}>{ bill }</p>
        </>
    }
}

#[derive(Debug, Clone, Properties)]
struct DayProps {
    day: Rc<Day>,
    /// The most lines on the screen (S1).
    shown: usize,
    content: Shared<Content>,
    names: Names,
}

impl PartialEq for DayProps {
    /// As time passes the sheet is another one; a day in which nothing runs is not drawn again.
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.content, &other.content);
        let is_alike = (self.shown, one.has_prices, one.format) == (other.shown, two.has_prices, two.format)
            && one.currency == two.currency
            && one.clients == two.clients;
        is_alike && self.names == other.names && self.day == other.day
    }
}

/// A day: its sums, and its lines below.
#[component]
fn DayRows(props: &DayProps) -> Html {
    let words = use_messages();
    let say = &words.time;
    let (day, content) = (&props.day, &*props.content);
    let paper = |at: usize| (at >= props.shown).then_some("sheet-paper");
    let lines = day.lines.iter().enumerate().map(|(at, line)| row(line, day, paper(at), content, &props.names, say));
    html! {
        <tbody>
            <tr class={classes!("sheet-day", paper(0))}>
                <th scope="rowgroup" colspan="3">{ say.day(day.date) }</th>{ content.sums(&day.sum, say) }
            </tr>
            { for lines }
        </tbody>
    }
}

fn row(line: &Line, day: &Day, class: Option<&'static str>, content: &Content, names: &Names, say: &Time) -> Html {
    let entry = &line.entry;
    // One that goes on after midnight ends on another day.
    let later = if line.to.date == day.date { String::new() } else { format!(" {}", say.short_day(line.to.date)) };
    let shown = |clock: Clock| {
        let (hour, minute, _) = clock.time();
        content.format.time(hour, minute)
    };
    let span = format!("{} – {}{later}", shown(line.from), shown(line.to));
    let tags: Vec<String> = entry.tags.iter().map(|tag| format!("#{tag}")).collect();
    let price = |minor: Option<i64>| {
        minor.map_or_else(|| "–".to_owned(), |minor| billing::plain(minor, content.currency.as_deref()))
    };
    let money = content.has_prices.then(|| {
        let amount = line.rate.map(|_| line.bill.amount);
        html! { <><td class="sheet-rate">{ price(line.rate) }</td><td>{ price(amount) }</td></> }
    });
    html! {
        <tr key={entry.id.to_string()} {class} data-testid="timesheet-row" data-seconds={line.seconds.to_string()}>
            <td class="sheet-text">{ span }</td>
            <td class="sheet-text sheet-project">{ content.name(entry.category, names, say) }</td>
            <td class="sheet-text sheet-note">{ entry.note.clone() }{ " " }<span class="sheet-tags">{ tags.join(" ") }</span></td>
            <td>{ say.length(line.seconds) }</td>
            { money }
        </tr>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_sheet_of_one_client_has_its_name() {
        let id = |number: u128| TimeCategoryId::from_uuid(Uuid::from_u128(number << 64));
        let clients: Clients = [(id(2), id(1)), (id(3), id(1))].into_iter().collect();
        let of = |asked: &[Option<TimeCategoryId>]| only(asked, &clients);
        assert_eq!((of(&[]), of(&[None]), of(&[Some(id(2))])), (None, None, Some(id(2))));
        assert_eq!(of(&[Some(id(1)), Some(id(2)), Some(id(3))]), Some(id(1)));
        assert_eq!((of(&[Some(id(2)), Some(id(4))]), of(&[Some(id(2)), None])), (None, None));
    }
}
