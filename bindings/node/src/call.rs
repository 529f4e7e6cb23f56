//! A call that is ready to be made: here and now, or on a thread of libuv.

use crate::lent::here;
use crate::{Answer, Fault, answer};
use napi::bindgen_prelude::{AsyncTask, Either};
use napi::{Env, Task};
use napi_derive::napi;
use wardlight_bindings::{CancelToken, Code, Error, Result};

type Work = Box<dyn FnOnce(&CancelToken) -> Result<String> + Send>;

/// A call with its arguments. It is made once.
#[napi]
pub struct Call(Option<Work>);

impl Call {
    /// Prepares `work`, which is told when it should stop.
    pub(crate) fn new(work: impl FnOnce(&CancelToken) -> Result<String> + Send + 'static) -> Self {
        Call(Some(Box::new(work)))
    }
}

#[napi]
impl Call {
    /// Makes the call on this thread, which is that of JavaScript.
    #[napi]
    pub fn now(&mut self, env: Env) -> Answer {
        let work = self.0.take();
        answer(here(env, || make(work, &CancelToken::default())))
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
pub struct Stop(CancelToken);

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
        self.0.cancel();
    }
}

/// A call on its way to another thread.
pub struct Later {
    work: Option<Work>,
    stop: CancelToken,
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

fn make(work: Option<Work>, stop: &CancelToken) -> Result<String> {
    let cancelled = || Err(Error::new(Code::NotAnalysed, "the call was cancelled"));
    if stop.is_cancelled() {
        return cancelled();
    }
    let work = work.ok_or_else(|| Error::new(Code::Internal, "a call is made once"))?;
    let answer = work(stop);
    // Nobody waits for what a cancelled call has found.
    if stop.is_cancelled() { cancelled() } else { answer }
}
