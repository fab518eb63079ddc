/** Finds events in what contracts log (NEP-297). */

const PREFIX = 'EVENT_JSON:';

interface LoggedEvent {
  readonly event: string;
  readonly data: unknown;
}

/** The event of a standard in a log line, in any version with the same major number; `null` when there is none. */
export function loggedEvent(line: string, of: { standard: string; version: string }): LoggedEvent | null {
  if (!line.startsWith(PREFIX)) return null;
  try {
    const { standard, version, event, data } = JSON.parse(line.slice(PREFIX.length));
    return standard === of.standard && majorOf(version) === majorOf(of.version) ? { event, data } : null;
  } catch {
    return null;
  }
}

const majorOf = (version: string) => version.split('.')[0];
