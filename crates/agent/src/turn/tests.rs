mod cut_off;
mod endpoint;
mod histories;
mod misbehaviour;
mod prompted;
mod questions;
mod rounds;
