//! The memory and the processor time of other processes, as Linux tells them.

use std::collections::BTreeMap;

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

/// Returns the processor time that a process has used and that of each session on its database's server, in seconds: what
/// it did does not depend on what else the machine is busy with. Those that have ended are left out.
pub async fn seconds_used(process: u32, pool: &AnyPool) -> BTreeMap<u32, f64> {
    // A file has no sessions, and no such table. The one that asks does not count.
    let sessions = "SELECT pid::bigint FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let sessions = sqlx::query(sessions).fetch_all(pool).await.unwrap_or_default();
    let sessions = sessions.iter().filter_map(|row| u32::try_from(row.get::<i64, _>(0)).ok());
    sessions.chain([process]).filter_map(|process| Some((process, seconds_of(process)?))).collect()
}

fn seconds_of(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in brackets, may have spaces. User and system time are the 12th and 13th number after it.
    let numbers = stat.rsplit(')').next()?.split_whitespace().skip(11).take(2);
    let ticks: f64 = numbers.filter_map(|ticks| ticks.parse::<u32>().ok()).map(f64::from).sum();
    Some(ticks / TICKS_A_SECOND)
}
