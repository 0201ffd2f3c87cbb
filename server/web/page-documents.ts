import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A page in every content encoding, with its ETag. */
export interface PageDocument {
  tag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);
/** Nearly the smallest size, in a few milliseconds. */
const brotliQuality = 9;

/**
 * A lazy cache of pages' documents, of each the one of the last content version. Bounded, because names are those of
 * existing pages.
 */
export function createDocuments(): (name: string, fill: () => string, version?: string) => Promise<PageDocument> {
  const known = new Map<string, { version: string; document: Promise<PageDocument> }>();
  return (name, fill, version = '') => {
    const last = known.get(name);
    if (last?.version === version) return last.document;
    const document = makeDocument(fill());
    known.set(name, { version, document });
    return document;
  };
}

/** Compresses a page. For pages that differ from one request to the next; others come from `createDocuments`. */
export async function makeDocument(html: string): Promise<PageDocument> {
  const plain = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    squeeze(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    zip(plain),
  ]);
  // A weak ETag, shared by all content encodings.
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { tag, plain, br, gzip: gzipped };
}

/** Negotiates the smallest content encoding. @param accepted the Accept-Encoding header */
export function encodingFor(accepted: string | undefined): 'br' | 'gzip' | undefined {
  const readable = (accepted ?? '').split(',').flatMap((part) => {
    const [name, weight] = part.trim().split(/\s*;\s*q=/);
    return Number(weight ?? 1) > 0 ? [name] : [];
  });
  return (['br', 'gzip'] as const).find((encoding) => readable.includes(encoding));
}
