mod cut_off;
mod endpoint;
mod histories;
mod lab;
mod misbehaviour;
mod questions;
mod rounds;
