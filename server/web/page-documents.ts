import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A page as it is sent: in every form a browser may ask for, and the tag it is known by. */
export interface PageDocument {
  tag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);
/** Nearly as small as can be, in a few milliseconds. */
const brotliQuality = 9;

/** Makes a page's document when it is first asked for, and keeps it. There are as many names as there are pages. */
export function createDocuments(): (name: string, fill: () => string) => Promise<PageDocument> {
  const known = new Map<string, Promise<PageDocument>>();
  return (name, fill) => {
    const made = known.get(name) ?? makeDocument(fill());
    known.set(name, made);
    return made;
  };
}

async function makeDocument(html: string): Promise<PageDocument> {
  const plain = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    squeeze(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    zip(plain),
  ]);
  // Weak: the same page, in whatever form it came.
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { tag, plain, br, gzip: gzipped };
}

/** The smallest form the browser reads. @param accepted its Accept-Encoding header */
export function encodingFor(accepted: string | undefined): 'br' | 'gzip' | undefined {
  const readable = (accepted ?? '').split(',').flatMap((part) => {
    const [name, weight] = part.trim().split(/\s*;\s*q=/);
    return Number(weight ?? 1) > 0 ? [name] : [];
  });
  return (['br', 'gzip'] as const).find((encoding) => readable.includes(encoding));
}
