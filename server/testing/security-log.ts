import { PassThrough } from 'node:stream';
import { createLog, type Log } from '../platform/log.ts';

/** A line of a security event. */
export interface LoggedEvent {
  kind: 'security';
  event: string;
  outcome: string;
  time: string;
  [field: string]: unknown;
}

export interface CollectedLog {
  log: Log;
  /** All that was written. */
  text(): string;
  events(): LoggedEvent[];
}

/** A log that tests read. @param level of all lines but security events */
export function collectLog(level = 'info'): CollectedLog {
  let written = '';
  const log = createLog(
    level,
    new PassThrough().on('data', (text) => (written += String(text))),
  );
  return {
    log,
    text: () => written,
    events: () =>
      written
        .split('\n')
        .filter((line) => line.includes('"kind":"security"'))
        .map((line) => JSON.parse(line) as LoggedEvent),
  };
}

/** Which of these texts stand in a log, by what they are. */
export const findLeaks = (log: string, secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => log.toLowerCase().includes(secret.toLowerCase()))
    .map(([what]) => what);
