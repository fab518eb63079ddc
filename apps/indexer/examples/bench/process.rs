//! The memory and the processor time of other processes, as Linux tells them.

use sqlx::{AnyPool, Row};

/// The clock of the processor times in `/proc`.
const TICKS_A_SECOND: f64 = 100.0;

/// Returns the most memory that a process has had, in megabytes; 0 if it is gone.
pub fn peak_mb(process: u32) -> u32 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
    kilobytes.unwrap_or(0_u32) / 1024
}

/// Returns the processor time that a process has used and that of the sessions on its database's server, in seconds: what
/// it did does not depend on what else the machine is busy with.
pub async fn seconds_used(process: u32, pool: &AnyPool) -> f64 {
    // A file has no sessions, and no such table.
    let sessions = "SELECT pid::bigint FROM pg_stat_activity WHERE datname = current_database()";
    let sessions = sqlx::query(sessions).fetch_all(pool).await.unwrap_or_default();
    let sessions = sessions.iter().filter_map(|row| u32::try_from(row.get::<i64, _>(0)).ok());
    sessions.chain([process]).map(seconds_of).sum()
}

fn seconds_of(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name, in brackets, may have spaces. User and system time are the 12th and 13th number after it.
    let numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    numbers.filter_map(|ticks| ticks.parse::<u32>().ok()).map(f64::from).sum::<f64>() / TICKS_A_SECOND
}
