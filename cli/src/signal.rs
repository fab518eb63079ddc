//! How the program is told to end: Ctrl-C, a signal, or its terminal going away.

use anyhow::Result;

/// Waits until somebody wants the program to end.
#[cfg(unix)]
pub(crate) async fn ended_by_signal() -> Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut hang_up) = (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    Ok(())
}

/// Waits until somebody wants the program to end.
#[cfg(not(unix))]
pub(crate) async fn ended_by_signal() -> Result<()> {
    Ok(tokio::signal::ctrl_c().await?)
}
