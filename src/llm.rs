//! The endpoint client, sans-IO.
