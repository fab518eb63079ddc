/** Finds events in what contracts log (NEP-297). */

const PREFIX = 'EVENT_JSON:';

/** The outcome of a receipt, as nodes, wallets and block servers report it. */
export interface ExecutedReceipt {
  readonly executor_id: string;
  readonly logs: readonly string[];
  readonly status: unknown;
}

/** The logs of a contract: failed receipts have changed nothing, and other contracts' logs prove nothing. */
export function logsOf(contractId: string, receipts: readonly ExecutedReceipt[]): string[] {
  return receipts
    .filter(({ executor_id, status }) => executor_id === contractId && succeeded(status))
    .flatMap(({ logs }) => logs);
}

function succeeded(status: unknown): boolean {
  return (
    typeof status === 'object' &&
    status !== null &&
    ('SuccessValue' in status || 'SuccessReceiptId' in status)
  );
}

/**
 * Translates an event of a standard, in any version with the same major number; `null` for a log line that is none, or
 * whose data make no sense.
 */
export function eventIn<Name extends string, T>(
  line: string,
  of: { readonly standard: string; readonly version: string },
  // biome-ignore lint/suspicious/noExplicitAny: the shape of an event's data follows from its name.
  translate: (name: Name, data: any) => T | null,
): T | null {
  if (!line.startsWith(PREFIX)) return null;
  try {
    const { standard, version, event, data } = JSON.parse(line.slice(PREFIX.length));
    const isKnown = standard === of.standard && majorOf(version) === majorOf(of.version);
    return isKnown ? translate(event, data) : null;
  } catch {
    return null;
  }
}

const majorOf = (version: string) => version.split('.')[0];
