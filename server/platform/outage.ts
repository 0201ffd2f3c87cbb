import type { Log } from './log.ts';

/** A dependency that answers or does not, told in one line when it goes and one when it is back. */
export interface Outage {
  /** Call it at each failure. */
  begin(error: unknown): void;
  /** Call it at each success. */
  end(): void;
}

/** Options of an outage. */
interface OutageOptions {
  /** The line at its first failure. */
  begun: string;
  /** The line once it is over, with its length. */
  ended: string;
  /** Milliseconds without a failure before a success ends it, where several ask: one may be back before the others. */
  quietMs?: number;
}

/** Logs an outage once, however often and from however many places its failures are reported. */
export function createOutage(log: Log, { begun, ended, quietMs = 0 }: OutageOptions): Outage {
  let since: { beganMs: number; failedMs: number } | undefined;
  return {
    begin(error) {
      const nowMs = performance.now();
      if (!since) log.error({ err: error }, begun);
      since = { beganMs: since?.beganMs ?? nowMs, failedMs: nowMs };
    },
    end() {
      const nowMs = performance.now();
      if (!since || nowMs - since.failedMs < quietMs) return;
      log.info({ seconds: Math.round((since.failedMs - since.beganMs) / 1_000) }, ended);
      since = undefined;
    },
  };
}
