//! The memory of another process, as Linux tells it.

/// Returns the most memory that a process has had, in megabytes; 0 if it is gone.
pub fn peak_mb(process: u32) -> u32 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
    kilobytes.unwrap_or(0_u32) / 1024
}
