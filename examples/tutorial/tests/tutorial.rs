//! The steps of docs/tutorial.md, each compiled and tested as the page shows it.

#![allow(
    dead_code,
    missing_docs,
    clippy::all,
    clippy::pedantic,
    reason = "readers see it without comments on each item"
)]

mod step1 {
    include!(concat!(env!("OUT_DIR"), "/step1/lib.rs"));
}
mod step2 {
    include!(concat!(env!("OUT_DIR"), "/step2/lib.rs"));
}
mod step3 {
    include!(concat!(env!("OUT_DIR"), "/step3/lib.rs"));
}
mod step4 {
    include!(concat!(env!("OUT_DIR"), "/step4/lib.rs"));
}
mod step5 {
    include!(concat!(env!("OUT_DIR"), "/step5/lib.rs"));
}
mod step6 {
    include!(concat!(env!("OUT_DIR"), "/step6/lib.rs"));
}
mod step7 {
    include!(concat!(env!("OUT_DIR"), "/step7/lib.rs"));
}
mod step8 {
    include!(concat!(env!("OUT_DIR"), "/step8/lib.rs"));
}
mod step9 {
    include!(concat!(env!("OUT_DIR"), "/step9/lib.rs"));
}
