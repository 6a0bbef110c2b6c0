mod cut_off;
mod endpoint;
mod histories;
pub(crate) mod lab;
mod misbehaviour;
mod questions;
mod rounds;
