import { readFileSync } from 'node:fs';

/** The resident memory of a process. */
export interface Memory {
  megabytes: number;
  /** The most since it started. */
  mostMegabytes: number;
}

/** Reads it from Linux; NaN elsewhere. */
export function memoryOf(processId: number): Memory {
  const status = readStatus(processId);
  const megabytesIn = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? NaN) / 1_024);
  return { megabytes: megabytesIn('VmRSS'), mostMegabytes: megabytesIn('VmHWM') };
}

function readStatus(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/status`, 'utf8');
  } catch {
    return '';
  }
}
