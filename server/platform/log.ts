import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { traceFields } from './tracing/tracing.ts';

/** The structured logger. */
export type Log = Logger;

/**
 * Secrets to redact from logs, recognized by field name or by format. Lines are redacted as whole texts, so depth,
 * messages and stacks make no difference.
 */
const secrets: [RegExp, string][] = [
  // By name: "newPassword":"…", the same in nested JSON, and codes, whose name other fields share.
  [
    /("[\w-]*(?:password|token|secret|cookie|authorization|signature|context)":)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[\w.+-]+)/gi,
    '$1"[hidden]"',
  ],
  [/(\\"[\w-]*(?:password|token|secret|cookie|context)\\":\s*\\")(?:(?!\\").)*/gi, '$1[hidden]'],
  [/(\\?"code\\?":\s*\\?")\d{6}\b/gi, '$1[hidden]'],
  [/([?&](?:[\w-]*(?:token|secret)|code|context|session_id|member|ticket|state)=)[^&\s"\\]+/gi, '$1[hidden]'],
  [/((?:__Host-intake(?:-device)?|intake_(?:session|device))=)[^;\s"\\]+/g, '$1[hidden]'],
  // By their look: credentials in addresses, JSON web tokens, our own tokens, the card provider's keys.
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[hidden]'],
  [/(\b[a-z]+:\/\/)[^\s/@"\\]+@/gi, '$1[hidden]@'],
  [/(\b(?:Bearer|Basic) )[\w.~+/=-]+/gi, '$1[hidden]'],
  [/\b(?:sk|rk|whsec)_\w{6,}/g, '[hidden]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[hidden]'],
];

/** A mail address, in any script. The local part is hidden; the domain tells which mail server refused it. */
const mailAddress =
  /([^\s"'<>()[\]\\,;:=/@])[^\s"'<>()[\]\\,;:=/@]{0,63}@([\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63})+)/gu;
const maskAddresses = (text: string) => text.replace(mailAddress, '$1***@$2');

const clean = (line: string) =>
  maskAddresses(secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line));

/** Whether an error, or its cause, comes from the database. Bounded depth. */
const isOfDatabase = (error: unknown, depth = 0): boolean =>
  error instanceof Error && ('severity' in error || (depth < 5 && isOfDatabase(error.cause, depth + 1)));

/**
 * Removes personal data from an error's text: the database quotes values, mail servers quote addresses.
 *
 * @param text of `error`: its message, or its stack
 */
export const withoutPersonalData = (error: unknown, text: string): string =>
  maskAddresses(isOfDatabase(error) ? text.replace(/".*"/s, '"…"') : text);

/** The loggable fields of an error. `detail` of the database is left out: it quotes the row. */
function describeError(error: Error): Record<string, unknown> {
  const { type, message, stack, code, constraint, responseCode, statusCode } = stdSerializers.err(error) as Record<
    string,
    unknown
  >;
  const plain = (text: unknown) => (typeof text === 'string' ? withoutPersonalData(error, text) : undefined);
  return { type, message: plain(message), stack: plain(stack), code, constraint, responseCode, statusCode };
}

/**
 * One JSON object a line. Security events ignore the level (`recordEvent`), all else is written from it on.
 *
 * @param destination standard output unless given; nowhere at level `silent`
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: clean },
    mixin: traceFields,
  };
  return pino(options, destination ?? (level === 'silent' ? nowhere : openOutput()));
}

const nowhere: DestinationStream = { write: () => undefined };

/** Whether a line of the log tells a security event. Texts are escaped in a line, so none can pretend to be one. */
export const isSecurityEvent = (line: string): boolean => line.includes('"kind":"security"');

/** Bytes buffered for a full disk or a slow reader; further lines are dropped (back-pressure). */
const mostWaiting = 1024 * 1024;

/**
 * Standard output, and security events in a file of their own where one is named (decision 0044).
 *
 * @param securityLog its path; it is made where it is missing, for this account alone, and appended to
 * @throws NodeJS.ErrnoException when the file cannot be opened
 */
export function openOutput(securityLog?: string): DestinationStream {
  const output = openSink(1);
  if (securityLog === undefined) return output;
  const events = openSink(securityLog);
  return { write: (line) => (isSecurityEvent(line) ? events : output).write(line) };
}

/** That it takes nothing more stops neither a request nor the end of the process. */
function openSink(dest: number | string): DestinationStream {
  const output = pino.destination({
    dest,
    sync: true,
    maxLength: mostWaiting,
    retryEAGAIN: () => false,
    mkdir: true,
    mode: 0o600,
  });
  // Lines are retried with the next write. There is no other place to report it.
  output.on('error', () => undefined);
  return output;
}
