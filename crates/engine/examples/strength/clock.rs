//! How long a thread has been thinking.

use std::time::Duration;

/// Returns how long this thread has run, without the time in which others had the processor.
#[cfg(unix)]
pub fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer leads to a value that lives longer than the call, which does nothing but fill it.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    #[expect(
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "clocks count from 0 to 10^9"
    )]
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the time that has passed, where the system says nothing better.
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
