import { CannotInspect } from './cannot-inspect.ts';

/** Largest page in bytes; far more than any real one. */
export const pageMaxBytes = 10 * 1024 * 1024;
export const tooLarge = (): CannotInspect =>
  new CannotInspect(`it is larger than ${pageMaxBytes / 1024 / 1024} MB, which no page is`);

/** Bytes in which browsers look for a page's charset (HTML standard, prescan). */
const lookAheadBytes = 1024;

/**
 * Decodes a page in the charset that a browser would use.
 *
 * @param contentType the Content-Type header
 * @throws CannotInspect unless it is text with tags
 */
export function readPageText(bytes: Uint8Array, contentType = ''): string {
  if (bytes.length === 0) throw new CannotInspect('it is empty');
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, lookAheadBytes));
  const text = decoderOf(bytes, beginning, contentType).decode(bytes);
  if (text.slice(0, lookAheadBytes).includes('\u0000')) throw new CannotInspect('it is a binary file, no page');
  if (!/<[a-z!]/i.test(text)) throw new CannotInspect('there is no tag in it');
  return text;
}

/** Precedence: byte order mark, Content-Type header, the page's own declaration. */
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
    // A declaration that was readable as ASCII cannot be true if it says UTF-16.
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
