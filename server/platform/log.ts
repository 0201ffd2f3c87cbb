import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Keys whose values never reach a log line, at any depth we log at. */
const secretKeys = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'passwordlessToken',
  'accessToken',
  'code',
  'context',
  'authorization',
  'cookie',
  'secret',
];

/** One JSON line per event, to standard output. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
