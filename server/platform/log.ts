import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/**
 * What never reaches a log, wherever in a line it stands: by the name beside it, or by its own look. Lines are
 * cleaned as whole texts, so depth, messages and stacks make no difference.
 */
const secrets: [RegExp, string][] = [
  // Named: "newPassword":"…", the same inside a text that is JSON itself, and codes, whose name others use as well.
  [
    /("[\w-]*(?:password|token|secret|cookie|authorization|signature|context)":)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[\w.+-]+)/gi,
    '$1"[hidden]"',
  ],
  [/(\\"[\w-]*(?:password|token|secret|cookie|context)\\":\s*\\")(?:(?!\\").)*/gi, '$1[hidden]'],
  [/(\\?"code\\?":\s*\\?")\d{6}\b/gi, '$1[hidden]'],
  [/([?&](?:token|code|context|session_id|member|ticket|state)=)[^&\s"\\]+/gi, '$1[hidden]'],
  [/((?:__Host-intake(?:-device)?|intake_(?:session|device))=)[^;\s"\\]+/g, '$1[hidden]'],
  // By their look: credentials in addresses, our own tokens, the card provider's keys.
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

/** Whether it, or what caused it, is what the database said. The causes of causes are few. */
const isOfDatabase = (error: unknown, depth = 0): boolean =>
  error instanceof Error && ('severity' in error || (depth < 5 && isOfDatabase(error.cause, depth + 1)));

/**
 * The text of an error without what people entered: the database quotes values, mail servers name addresses.
 *
 * @param text of `error`: its message, or its stack
 */
export const withoutPersonalData = (error: unknown, text: string): string =>
  maskAddresses(isOfDatabase(error) ? text.replace(/".*"/s, '"…"') : text);

/** Of an error, what says where it comes from. Details of the database quote the row. */
function describeError(error: Error): Record<string, unknown> {
  const { type, message, stack, code, constraint, responseCode, statusCode } = stdSerializers.err(error) as Record<
    string,
    unknown
  >;
  const plain = (text: unknown) => (typeof text === 'string' ? withoutPersonalData(error, text) : undefined);
  return { type, message: plain(message), stack: plain(stack), code, constraint, responseCode, statusCode };
}

/** One JSON line per event, to standard output. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: clean },
  };
  return pino(options, destination ?? openOutput());
}

/** Bytes of lines that wait for a full disk or a slow reader; what comes then is lost. */
const mostWaiting = 1024 * 1024;

/** Standard output. That it takes nothing more stops neither a request nor the end of the process. */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: mostWaiting, retryEAGAIN: () => false });
  // The lines are tried again with the next one. There is no other place to report it.
  output.on('error', () => undefined);
  return output;
}
