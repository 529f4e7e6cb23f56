//! The stages of an assessment, one file each, in the order of [`crate::Stage`].

pub(crate) mod action;
pub(crate) mod amplify;
pub(crate) mod calibrate;
pub(crate) mod cap;
pub(crate) mod combine;
pub(crate) mod context;
pub(crate) mod emotions;
pub(crate) mod explain;
pub(crate) mod grooming;
pub(crate) mod platform;
pub(crate) mod raise;
pub(crate) mod scope;
pub(crate) mod sender_trust;
pub(crate) mod trend;
