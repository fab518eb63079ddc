//! What ends the program: Ctrl-C, a signal, or its terminal going away.

use std::io::Result;

#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag,
};

/// Catches these signals from now on; the future completes with the first of them, or at once if one has come since they
/// were first caught: between two screens nobody may wait for it.
#[cfg(unix)]
pub(crate) fn ended_by_signal() -> Result<impl Future<Output = ()> + Send> {
    use std::sync::atomic::Ordering;
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    let has_come = has_come()?;
    Ok(async move {
        if has_come.load(Ordering::Relaxed) {
            return;
        }
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    })
}

/// Returns whether one of them has come, kept up to date from the first call on.
#[cfg(unix)]
fn has_come() -> Result<&'static std::sync::atomic::AtomicBool> {
    use std::sync::{Arc, OnceLock, atomic::AtomicBool};
    static HAS_COME: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(has_come) = HAS_COME.get() {
        return Ok(has_come);
    }
    let has_come = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        flag::register(signal, Arc::clone(&has_come))?;
    }
    Ok(HAS_COME.get_or_init(|| has_come))
}

/// Catches Ctrl-C; the future completes with the first.
#[cfg(not(unix))]
pub(crate) fn ended_by_signal() -> Result<impl Future<Output = ()> + Send> {
    Ok(async {
        // Where Ctrl-C can't be caught, the program is ended by other means.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
