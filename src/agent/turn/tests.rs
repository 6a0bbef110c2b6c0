mod cut_off;
mod endpoint;
mod histories;
pub(crate) mod lab;
mod misbehaviour;
mod prompted;
mod questions;
mod rounds;
