import { CannotInspect } from './cannot-inspect.ts';

/** What a page may weigh. Far more than any that is written by people or builders. */
export const pageMaxBytes = 10 * 1024 * 1024;
export const tooLarge = (): CannotInspect =>
  new CannotInspect(`it is larger than ${pageMaxBytes / 1024 / 1024} MB, which no page is`);

/** How far into a page browsers look for its charset. Bytes. */
const lookAheadBytes = 1024;

/**
 * The text of a page, in the charset a browser would read it in.
 *
 * @param contentType what the server says of it, charset and all
 * @throws CannotInspect for what is no text with tags in it
 */
export function readPageText(bytes: Uint8Array, contentType = ''): string {
  if (bytes.length === 0) throw new CannotInspect('it is empty');
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, lookAheadBytes));
  const text = decoderOf(bytes, beginning, contentType).decode(bytes);
  if (text.slice(0, lookAheadBytes).includes('\u0000')) throw new CannotInspect('it is a binary file, no page');
  if (!/<[a-z!]/i.test(text)) throw new CannotInspect('there is no tag in it');
  return text;
}

/** A mark at its beginning stands above the server's word, and that above the page's own. */
function decoderOf(bytes: Uint8Array, beginning: string, contentType: string): TextDecoder {
  const marked =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : undefined;
  const said = /charset\s*=\s*["']?([\w:.-]+)/i;
  const [meta] = /<meta\s[^>]*charset[^>]*>/i.exec(beginning) ?? [];
  const own = decoderNamed(said.exec(meta ?? '')?.[1]);
  return (
    decoderNamed(marked) ??
    decoderNamed(said.exec(contentType)?.[1]) ??
    // What could be read as letters of one byte is not written in two.
    (own?.encoding.startsWith('utf-16') ? new TextDecoder() : own) ??
    (isUtf8(bytes) ? new TextDecoder() : new TextDecoder('windows-1252'))
  );
}

function decoderNamed(name: string | undefined): TextDecoder | undefined {
  try {
    return name === undefined ? undefined : new TextDecoder(name);
  } catch {
    return undefined;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
