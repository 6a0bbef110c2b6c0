//! Tables whose columns are not known, or say no time of day.

use super::*;

const HARVEST: &str = "Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,First Name\n\
    2024-03-04,,House,,,\"\",\"2,5\",No,Ann\n\
    2024-03-04,Big,Garden,,Plant,Roses,\"0,5\",Yes,Ann\n\
    2024-03-05,Big,Garden,,Plant,Tulips,0.25,Yes,Ann\n";

#[test]
fn rows_of_hours_follow_each_other_from_the_morning_on() {
    let run = run(HARVEST);
    assert_eq!(run.counts(), (3, 0, 0));
    let rows: Vec<String> = run.added().map(line).collect();
    assert_eq!(
        rows,
        [
            "2024-03-04T08:00 2024-03-04T10:30 !House | ",
            "2024-03-04T10:30 2024-03-04T11:00 !Garden #Plant | Roses",
            "2024-03-05T08:00 2024-03-05T08:15 !Garden #Plant | Tulips",
        ]
    );
    assert!(run.rows.iter().all(|(_, outcome)| matches!(outcome, Outcome::New(_, Some(Reason::NoTimeOfDay)))));
}

#[test]
fn unknown_columns_are_asked_for_and_the_answer_is_used() {
    let text = "Wann,Bis,Was\n2024-03-04 09:00,2024-03-04 10:00,Lesen\n";
    let asked = run(text);
    assert_eq!((asked.questions.clone(), asked.counts()), (vec![Question::Columns], (0, 0, 0)));
    let table = asked.table.unwrap();
    assert_eq!(table.sample[2], "Lesen");
    let columns = [(Table::key(&table.header), vec![Some(Role::Start), Some(Role::End), Some(Role::Note)])];
    let run = dry_run(text.as_bytes(), None, &Options { columns: &columns, ..options() }, []).unwrap();
    assert_eq!(run.added().map(line).collect::<Vec<_>>(), ["2024-03-04T08:00 2024-03-04T09:00 | Lesen"]);
    assert_eq!(run.questions, []);
}

#[test]
fn a_text_is_no_table() {
    for text in ["Dear Ann, hello\n", "one\ntwo\n", "<html><a,b>\n<c,d>", "a, b, c, d\nend"] {
        assert_eq!(detect(text.as_bytes()), Err(FormatError::Unknown), "{text}");
    }
}

#[test]
fn a_short_report_of_clockify_is_one() {
    let text = "\"Project\",\"Description\",\"Task\",\"User\",\"Tags\",\"Start Date\",\"Start Time\",\"End Date\",\"End Time\",\"Client\"\n\
        \"A\",\"Work\",\"\",\"Ann\",\"\",\"03/14/2024\",\"10:23 AM\",\"03/14/2024\",\"11:23:01 AM\"\n";
    let run = run(text);
    assert_eq!((run.format, run.counts()), (Format::Clockify, (1, 0, 0)));
}

#[test]
fn rows_without_a_length_are_kept_and_empty_lists_are_no_tag() {
    let run = run("start,end,description,tags\n2024-03-04T09:00:00Z,2024-03-04T09:00:00Z,ping,[]\n\
        2024-03-04T10:00:00Z,2024-03-04T11:00:00Z,x,\"[\"\"a\"\",\"\"b, c\"\"]\"\n");
    assert_eq!(
        run.added().map(line).collect::<Vec<_>>(),
        ["2024-03-04T09:00 2024-03-04T09:00 | ping", "2024-03-04T10:00 2024-03-04T11:00 #a #b, c | x"]
    );
}

#[test]
fn a_bucket_of_a_kind_nobody_knows_is_read() {
    let text = r#"{"buckets":{"test":{"type":"type","hostname":"h","events":[
        {"timestamp":"2024-03-04T09:00:00Z","duration":60,"data":{"key":"value"}},
        {"timestamp":"2024-03-04T10:00:00Z","duration":60,"data":{}}]}}}"#;
    assert_eq!(
        run(text).added().map(line).collect::<Vec<_>>(),
        ["2024-03-04T09:00 2024-03-04T09:01 | value", "2024-03-04T10:00 2024-03-04T10:01 | test"]
    );
}
