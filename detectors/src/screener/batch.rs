//! Many requests in one call, on as many threads as the machine has.

use super::cancel::CancelToken;
use super::{Screener, guarded, milliseconds};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use wardlight_core::{BatchItem, BatchRequest, BatchVerdict, Code, Error, Result, Signal, assess_batch};

/// What was observed in one item, and how long it took.
type Observed = (Result<Vec<Signal>>, Duration);

impl Screener {
    /// Judges each item of a batch by itself.
    ///
    /// Every item has an entry in the answer, at its own place: a verdict, or an error free of content. With
    /// `parallel` the items are observed on all cores, otherwise one after the other; answers do not depend on it.
    /// Without `continue_on_error` nothing is observed after the first item that fails.
    ///
    /// ```
    /// use wardlight::testing::ScriptedModel;
    /// use wardlight::{BatchRequest, Screener};
    /// # fn main() -> wardlight::Result<()> {
    /// let (model, tokenizer) = ScriptedModel::new(&[("nobody likes you", "bullying")])?;
    /// let screener = Screener::builder().model(model, tokenizer).build()?;
    /// let batch = BatchRequest::from_json(r#"{"items": [
    ///     {"type": "bullying", "text": "nobody likes you", "external_id": "a"},
    ///     {"type": "bullying"}
    /// ]}"#)?;
    /// let answer = screener.screen_batch(&batch);
    /// assert!(answer.results[0].success && !answer.results[1].success);
    /// # Ok(())
    /// # }
    /// ```
    pub fn screen_batch(&self, batch: &BatchRequest) -> BatchVerdict {
        self.screen_batch_until(batch, &CancelToken::default())
    }

    /// As [`Screener::screen_batch`], until `cancel` is cancelled: items that were not begun by then are answered with
    /// [`Code::NotAnalysed`]. An item that is being read is read to its end.
    pub fn screen_batch_until(&self, batch: &BatchRequest, cancel: &CancelToken) -> BatchVerdict {
        let started = Instant::now();
        let (observed, times): (Vec<_>, Vec<_>) = self.observe_items(batch, cancel).into_iter().unzip();
        let judged = guarded(|| Ok(assess_batch(batch, &observed, &self.policy)));
        let mut answer = judged.unwrap_or_else(|_| assess_batch(batch, &[], &self.policy));
        for (result, took) in answer.results.iter_mut().zip(times) {
            if let Some(verdict) = &mut result.result {
                self.complete(verdict, took);
            }
        }
        answer.processing_time_ms = milliseconds(started.elapsed());
        answer
    }

    /// As [`Screener::screen_batch`], for a JSON body. An item that cannot be read is answered at its place.
    ///
    /// # Errors
    /// As [`BatchRequest::from_json_within`], within this screener's limits.
    pub fn screen_batch_json(&self, json: &str) -> Result<BatchVerdict> {
        BatchRequest::from_json_within(json, &self.limits).map(|batch| self.screen_batch(&batch))
    }

    fn observe_items(&self, batch: &BatchRequest, cancel: &CancelToken) -> Vec<Observed> {
        let slots: Vec<OnceLock<Observed>> = batch.items.iter().map(|_| OnceLock::new()).collect();
        let (next, first_failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let (Some(item), Some(slot)) = (batch.items.get(index), slots.get(index)) else { break };
                if !batch.options.continue_on_error && index > first_failed.load(Ordering::Relaxed) {
                    break;
                }
                if cancel.is_cancelled() {
                    break;
                }
                let started = Instant::now();
                let outcome = self.observe_item(item);
                if outcome.is_err() {
                    first_failed.fetch_min(index, Ordering::Relaxed);
                }
                let _ = slot.set((outcome, started.elapsed()));
            }
        };
        let cores =
            if batch.options.parallel { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
        thread::scope(|scope| {
            for _ in 1..cores.min(slots.len()) {
                // Where no thread can be had, this one does all the work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        slots.into_iter().map(|slot| slot.into_inner().unwrap_or_else(not_observed)).collect()
    }

    fn observe_item(&self, item: &BatchItem) -> Result<Vec<Signal>> {
        match &item.request {
            Ok(request) => guarded(|| self.observe(request)),
            Err(error) => Err(error.clone()),
        }
    }
}

/// An item after the first that failed, which the pipeline answers by itself, or after the batch was cancelled.
fn not_observed() -> Observed {
    (Err(Error::new(Code::NotAnalysed, "the batch was cancelled before this item")), Duration::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ScriptedModel;

    #[test]
    fn a_cancelled_batch_reads_nothing_more_and_says_so_of_each_item() {
        let (model, tokenizer) = ScriptedModel::new(&[("nobody likes you", "bullying")]).expect("a model");
        let screener = Screener::builder().model(model, tokenizer).build().expect("a screener");
        let items = r#"{"items": [{"type": "bullying", "text": "hi"}, {"type": "bullying", "text": "hi"}]}"#;
        let batch = BatchRequest::from_json(items).expect("a batch");
        let cancel = CancelToken::default();
        assert_eq!(screener.screen_batch_until(&batch, &cancel).summary.successful, 2);
        cancel.clone().cancel();
        let answer = screener.screen_batch_until(&batch, &cancel);
        assert_eq!(answer.results.len(), 2);
        for result in answer.results {
            assert_eq!((result.error_code, result.result), (Some(Code::NotAnalysed.as_str()), None));
        }
    }
}
