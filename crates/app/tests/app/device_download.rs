//! Downloads of models: their stages, the permission to ask for them, and what is used again of a file.

use espalier_app::connect::ConnectPage;
use espalier_app::device::catalogue::OFFERS;
use espalier_app::device::download::{
    Answer, Digest, DownloadMsg, DownloadProblem, Partial, Plan, Source, Stage, judge,
};
use espalier_app::device::{self, DeviceMsg, FileRefusal};
use espalier_app::effect::{DeviceEffect, DownloadEffect, Effect, Resume};
use espalier_app::{Dialog, Model};

const ADDRESS: &str = "https://models.example/files/small.gguf";

fn say(model: &mut Model, msg: DownloadMsg) -> Vec<Effect> {
    let mut out = Vec::new();
    device::update(model, DeviceMsg::Download(msg), &mut out);
    out
}

fn done(effects: &[Effect]) -> Vec<&DownloadEffect> {
    let of_download = effects.iter().filter_map(|effect| match effect {
        Effect::Device(DeviceEffect::Download(effect)) => Some(effect),
        _ => None,
    });
    of_download.collect()
}

/// Origins that a message has allowed, if it has set them.
fn allowed(effects: &[Effect]) -> Option<&[String]> {
    effects.iter().find_map(|effect| match effect {
        Effect::AllowOrigins(origins) => Some(origins.as_slice()),
        _ => None,
    })
}

/// An app that may ask the place already.
fn allowing() -> Model {
    let mut model = Model::default();
    model.facts.allowed_origins = vec!["https://models.example".to_owned()];
    model
}

fn stage(model: &Model) -> &Stage {
    &model.device.download.stage
}

/// An app that downloads, of which some bytes are there.
fn loading() -> Model {
    let mut model = allowing();
    let begun = say(&mut model, DownloadMsg::Start(ADDRESS.to_owned()));
    assert!(matches!(done(&begun)[..], [DownloadEffect::Fetch(_)]));
    let _ = say(&mut model, DownloadMsg::Came(400, Some(1_000), 0.0));
    model
}

#[test]
fn a_file_comes_from_https_or_from_this_device() {
    let source = Source::at(" https://models.example/files/My%20model.Q8_0.gguf?download=true#top ").expect("a file");
    assert_eq!(source.address, "https://models.example/files/My%20model.Q8_0.gguf?download=true");
    assert_eq!((source.file.as_str(), source.host()), ("My model.Q8_0.gguf", "models.example"));
    assert_eq!(Source::at("https://models.example/a%2F..%2Fb.gguf").expect("a file").file, "a_.._b.gguf");
    assert_eq!(Source::at("https://models.example/download").expect("a file").file, "download.gguf");
    assert!(Source::at("http://127.0.0.1:8000/a.gguf").is_some());
    for address in ["http://models.example/a.gguf", "ftp://models.example/a.gguf", "a.gguf", "", "https://a@b/c.gguf"] {
        assert_eq!(Source::at(address), None, "{address}");
    }
}

#[test]
fn the_models_of_the_table_come_from_the_hub_with_what_is_known_of_them() {
    for offer in OFFERS {
        let source = Source::at(offer.address).expect("a file");
        assert_eq!(source.origins, ["https://huggingface.co", "https://*.hf.co"]);
        assert_eq!((source.name.as_str(), source.bytes), (offer.name, Some(offer.bytes)));
        assert!(offer.sha256.is_none_or(|digest| digest.len() == 64), "{}", offer.name);
    }
}

#[test]
fn l1_the_permission_is_asked_for_once_and_ends_with_the_download() {
    let mut model = Model::default();
    let asked = say(&mut model, DownloadMsg::Start(ADDRESS.to_owned()));
    assert_eq!(allowed(&asked), Some(&["https://models.example".to_owned()][..]));
    assert!(asked.iter().any(|effect| matches!(effect, Effect::Reload(Resume::Download(to)) if to == ADDRESS)));
    assert!(done(&asked).is_empty(), "nothing is fetched before");
    // A browser that keeps nothing allows nothing after it: that is said, and the page is not loaded for ever.
    let mut forgetful = Model::default();
    forgetful.device.reloaded_for = Some(ADDRESS.to_owned());
    assert_eq!(say(&mut forgetful, DownloadMsg::Start(ADDRESS.to_owned())).len(), 0);
    assert_eq!(stage(&forgetful), &Stage::Failed(DownloadProblem::NotAllowed));

    let mut ended = loading();
    assert_eq!(allowed(&say(&mut ended, DownloadMsg::Ended(Ok(true)))), Some(&[][..]));
    let mut cancelled = loading();
    let _ = say(&mut cancelled, DownloadMsg::Cancel);
    let _ = say(&mut cancelled, DownloadMsg::Stopped);
    assert_eq!(allowed(&say(&mut cancelled, DownloadMsg::Removed)), Some(&[][..]));
    assert_eq!(stage(&cancelled), &Stage::Idle);
}

#[test]
fn it_is_paused_gone_on_with_and_cancelled() {
    let mut model = loading();
    assert!(
        say(&mut model, DownloadMsg::Start("https://models.example/b.gguf".to_owned())).is_empty(),
        "one at a time"
    );
    assert_eq!(done(&say(&mut model, DownloadMsg::Pause)), [&DownloadEffect::Stop]);
    assert_eq!(say(&mut model, DownloadMsg::Continue).len(), 0, "it is not stopped yet");
    let _ = say(&mut model, DownloadMsg::Came(450, Some(1_000), 10.0));
    let _ = say(&mut model, DownloadMsg::Stopped);
    assert_eq!((stage(&model), model.device.download.have), (&Stage::Paused, 450));
    assert!(matches!(done(&say(&mut model, DownloadMsg::Continue))[..], [DownloadEffect::Fetch(_)]));
    assert_eq!((model.device.download.have, model.device.download.total), (450, Some(1_000)));
    // Cancelled while it runs, it is stopped first; otherwise what is there is removed at once.
    assert_eq!(done(&say(&mut model, DownloadMsg::Cancel)), [&DownloadEffect::Stop]);
    assert!(say(&mut model, DownloadMsg::Cancel).is_empty());
    assert_eq!(done(&say(&mut model, DownloadMsg::Stopped)), [&DownloadEffect::Remove]);
    let mut failed = loading();
    let _ = say(&mut failed, DownloadMsg::Ended(Err(DownloadProblem::Interrupted)));
    assert_eq!(failed.device.download.have, 400, "what came is kept");
    assert_eq!(done(&say(&mut failed, DownloadMsg::Cancel)), [&DownloadEffect::Remove]);
    let mut spoilt = loading();
    let _ = say(&mut spoilt, DownloadMsg::Ended(Err(DownloadProblem::Digest)));
    assert_eq!(spoilt.device.download.have, 0, "what is no good is not");
}

#[test]
fn what_was_begun_in_an_earlier_visit_is_found() {
    let mut model = Model::default();
    assert_eq!(done(&say(&mut model, DownloadMsg::Look)), [&DownloadEffect::Look]);
    let partial = Partial { address: ADDRESS.to_owned(), mark: None, total: Some(1_000), have: 300 };
    let _ = say(&mut model, DownloadMsg::Found(Some(partial.clone())));
    assert_eq!((stage(&model), model.device.download.have), (&Stage::Paused, 300));
    // What runs is not looked for.
    let mut running = loading();
    assert!(say(&mut running, DownloadMsg::Look).is_empty());
    let _ = say(&mut running, DownloadMsg::Found(Some(partial)));
    assert_eq!(stage(&running), &Stage::Loading);
}

#[test]
fn a_model_that_came_answers_and_the_dialog_says_so() {
    let mut model = loading();
    model.dialog = Some(Dialog::Connect);
    model.connecting.page = ConnectPage::Download;
    let _ = say(&mut model, DownloadMsg::Ended(Ok(true)));
    assert_eq!(model.connecting.page, ConnectPage::Ready);
    assert_eq!(model.endpoint(model.provider()).model, "small.gguf");
    assert!(model.toasts.is_empty());
    let mut elsewhere = loading();
    let _ = say(&mut elsewhere, DownloadMsg::Ended(Ok(true)));
    assert_eq!(elsewhere.toasts.len(), 1, "where the dialog is closed, a notice says so");
}

#[test]
fn the_size_of_another_file_is_asked_for_first() {
    let mut model = allowing();
    assert_eq!(
        done(&say(&mut model, DownloadMsg::Ask(ADDRESS.to_owned()))),
        [&DownloadEffect::Ask(ADDRESS.to_owned())]
    );
    let _ = say(&mut model, DownloadMsg::Sized(Ok(Some(2_000))));
    assert_eq!((stage(&model), model.device.download.total), (&Stage::Offered, Some(2_000)));
    let _ = say(&mut model, DownloadMsg::Ask("http://models.example/a.gguf".to_owned()));
    assert_eq!(stage(&model), &Stage::Failed(DownloadProblem::Address));
    let _ = say(&mut model, DownloadMsg::Sized(Ok(Some(1))));
    assert_eq!(stage(&model), &Stage::Failed(DownloadProblem::Address), "an answer that nobody waits for");
}

#[test]
fn its_speed_is_told_after_a_while() {
    let mut model = loading();
    let _ = say(&mut model, DownloadMsg::Came(500, Some(1_000), 500.0));
    assert_eq!(model.device.download.speed, None);
    let _ = say(&mut model, DownloadMsg::Came(600, Some(1_000), 2_000.0));
    assert_eq!((model.device.download.speed, model.device.download.seconds_left()), (Some(100.0), Some(4)));
}

fn partial(have: u64) -> Partial {
    Partial { address: ADDRESS.to_owned(), mark: Some("a".to_owned()), total: Some(1_000), have }
}

fn part(etag: &str, range: Option<&str>, length: u64) -> Answer {
    let range = range.map(str::to_owned);
    Answer { status: 206, etag: Some(etag.to_owned()), range, length: Some(length), ..Answer::default() }
}

#[test]
fn l2_what_is_there_is_used_where_the_file_is_still_the_same() {
    let goes_on = Plan::Take(partial(400));
    assert_eq!(judge(&partial(400), &part("a", Some("bytes 400-999/1000"), 600)), goes_on);
    assert_eq!(judge(&partial(400), &part("a", None, 600)), goes_on, "the length of the part is always shown");
    assert_eq!(judge(&partial(400), &part("b", Some("bytes 400-999/1000"), 600)), Plan::Anew);
    assert_eq!(judge(&partial(400), &part("a", Some("bytes 400-1099/1100"), 700)), Plan::Anew);
    assert_eq!(judge(&partial(400), &part("a", Some("bytes 300-999/1000"), 700)), Plan::Anew);
    // The date stands in for a mark that is not shown.
    let dated = Answer { etag: None, modified: Some("a".to_owned()), ..part("", None, 600) };
    assert_eq!(judge(&partial(400), &dated), goes_on);
    // A place that gives no parts sends all, and it begins anew.
    let all = Answer { status: 200, etag: Some("a".to_owned()), length: Some(1_000), ..Answer::default() };
    assert_eq!(judge(&partial(400), &all), Plan::Take(partial(0)));
}

#[test]
fn what_is_no_file_is_told_from_it() {
    let status = |status| judge(&partial(400), &Answer { status, ..Answer::default() });
    assert_eq!(status(404), Plan::Fail(DownloadProblem::NotFound));
    assert_eq!(status(403), Plan::Fail(DownloadProblem::Refused(403)));
    assert_eq!(status(416), Plan::Fail(DownloadProblem::Length(1_000, 400)), "there is less than was announced");
    let page = Answer { status: 200, kind: Some("text/html".to_owned()), ..Answer::default() };
    assert_eq!(judge(&partial(0), &page), Plan::Fail(DownloadProblem::NotAModel));
    assert!(DownloadProblem::File(FileRefusal::NotGguf).spoils() && !DownloadProblem::Offline.spoils());
}

#[test]
fn l3_a_digest_is_that_of_all_pieces() {
    let digest = || {
        let mut digest = Digest::default();
        digest.take(b"a");
        digest.take(b"bc");
        digest
    };
    assert!(digest().is("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    assert!(!digest().is("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
}
