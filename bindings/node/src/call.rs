//! A call that is ready to be made: here and now, or on a thread of libuv.

use crate::{Answer, Fault, answer};
use napi::bindgen_prelude::{AsyncTask, Either};
use napi::{Env, Task};
use napi_derive::napi;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wardlight_bindings::{Code, Error, Result};

type Work = Box<dyn FnOnce(&AtomicBool) -> Result<String> + Send>;

/// A call with its arguments. It is made once.
#[napi]
pub struct Call(Option<Work>);

impl Call {
    /// Prepares `work`, which is told when it should stop.
    pub(crate) fn new(work: impl FnOnce(&AtomicBool) -> Result<String> + Send + 'static) -> Self {
        Call(Some(Box::new(work)))
    }
}

#[napi]
impl Call {
    /// Makes the call on this thread.
    #[napi]
    pub fn now(&mut self) -> Answer {
        answer(make(self.0.take(), &AtomicBool::new(false)))
    }

    /// Makes the call on a thread of libuv, unless `stop` is set before its turn.
    #[napi]
    pub fn later(&mut self, stop: Option<&Stop>) -> AsyncTask<Later> {
        AsyncTask::new(Later {
            work: self.0.take(),
            stop: stop.map(|stop| stop.0.clone()).unwrap_or_default(),
        })
    }
}

/// Tells a call to stop.
#[napi]
#[derive(Default)]
pub struct Stop(Arc<AtomicBool>);

#[napi]
impl Stop {
    /// A call may go on until it is set.
    #[napi(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on nothing further is begun.
    #[napi]
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A call on its way to another thread.
pub struct Later {
    work: Option<Work>,
    stop: Arc<AtomicBool>,
}

impl Task for Later {
    type Output = Result<String>;
    type JsValue = Either<String, Fault>;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        Ok(make(self.work.take(), &self.stop))
    }

    fn resolve(&mut self, _env: Env, output: Self::Output) -> napi::Result<Self::JsValue> {
        Ok(answer(output))
    }
}

fn make(work: Option<Work>, stop: &AtomicBool) -> Result<String> {
    if stop.load(Ordering::Relaxed) {
        return Err(Error::new(Code::NotAnalysed, "the call was cancelled"));
    }
    let work = work.ok_or_else(|| Error::new(Code::Internal, "a call is made once"))?;
    work(stop)
}
