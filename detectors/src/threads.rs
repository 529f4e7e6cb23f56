//! Threads for the model runtime: one for each call under way, kept for the next call.
//!
//! rten computes inside a rayon pool. Its own pool spans all cores, so one message would occupy the machine
//! and callers would wait for each other. Here every call borrows a pool of one thread: one inference is one
//! core, and as many calls run side by side as there are threads that call.

use rten::ThreadPool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

/// The idle pools of one model, at most as many as calls have run at the same time. Dropping it ends their threads.
pub(crate) struct Pools(Mutex<Idle>);

struct Idle {
    /// The process whose threads these are: a fork copies the pools but not their threads, and a call
    /// handed to a copy would wait for ever.
    process: u32,
    pools: Vec<Arc<ThreadPool>>,
}

impl Pools {
    pub(crate) fn new() -> Pools {
        Pools(Mutex::new(Idle { process: std::process::id(), pools: Vec::new() }))
    }

    /// Calls `work` with a pool that nobody else uses meanwhile.
    pub(crate) fn with<T>(&self, work: impl FnOnce(Arc<ThreadPool>) -> T) -> T {
        let idle = self.idle().and_then(|mut idle| idle.pools.pop());
        let pool = idle.unwrap_or_else(|| Arc::new(ThreadPool::with_num_threads(1)));
        let result = work(Arc::clone(&pool));
        if let Some(mut idle) = self.idle() {
            idle.pools.push(pool);
        }
        result
    }

    /// The idle pools of this process; nothing where another thread is at them just now.
    ///
    /// Waiting would be wrong: in a forked child that other thread may not exist. A new thread costs some 50 µs.
    fn idle(&self) -> Option<MutexGuard<'_, Idle>> {
        let mut idle = self.0.try_lock().ok()?;
        idle.leave_those_of_another_process();
        Some(idle)
    }
}

impl Idle {
    fn leave_those_of_another_process(&mut self) {
        let process = std::process::id();
        if self.process != process {
            // Ending threads that do not exist could wait for a lock that one of them held.
            std::mem::forget(std::mem::take(&mut self.pools));
            self.process = process;
        }
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        self.leave_those_of_another_process();
    }
}

/// Whether the runtime's own pool has its threads in this process.
///
/// rten prepares graphs in a pool of the whole process, made when the first model is loaded. In a process
/// forked after that, the pool has no threads, and whoever hands it work waits for ever.
pub(crate) fn runtime_has_its_threads() -> bool {
    static LOADED_FIRST: OnceLock<u32> = OnceLock::new();
    let process = std::process::id();
    *LOADED_FIRST.get_or_init(|| process) == process
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_after_each_other_share_a_thread_and_calls_at_once_do_not() {
        let pools = Pools::new();
        let first = pools.with(|pool| pool);
        pools.with(|outer| {
            assert!(Arc::ptr_eq(&first, &outer));
            pools.with(|inner| assert!(!Arc::ptr_eq(&outer, &inner)));
        });
        assert_eq!(pools.idle().map(|idle| idle.pools.len()), Some(2));
    }

    #[test]
    fn pools_of_another_process_are_left_alone() {
        let pools = Pools::new();
        let first = pools.with(|pool| pool);
        pools.0.lock().expect("no poison").process = 0;
        pools.with(|pool| assert!(!Arc::ptr_eq(&first, &pool)));
        assert_eq!(pools.idle().map(|idle| idle.pools.len()), Some(1));
    }
}
