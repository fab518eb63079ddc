//! What ends the program: Ctrl-C, a signal, or its terminal going away.

use std::io::Result;

/// Catches these signals from now on; the future completes with the first of them.
#[cfg(unix)]
pub(crate) fn ended_by_signal() -> Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    })
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
