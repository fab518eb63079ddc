//! How the program is told to end: Ctrl-C, a signal, or its terminal going away.

use std::io::Result;

/// From now on nothing of the kind ends the program by itself; comes back when somebody wants it to end.
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

/// From now on Ctrl-C does not end the program by itself; comes back when somebody has pressed it.
#[cfg(not(unix))]
pub(crate) fn ended_by_signal() -> Result<impl Future<Output = ()> + Send> {
    Ok(async {
        // Whoever can't be told by Ctrl-C is ended by other means.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
