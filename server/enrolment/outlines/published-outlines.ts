import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CourseCode } from '../../../shared/courses.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import { createTurns } from '../../platform/turns.ts';
import { readContent } from '../content.ts';
import type { PublishedContent } from '../pieces/published-content.ts';
import type { OutlineData } from './section.ts';

/** An outline to be written, with words in braces. */
export interface OutlineTask {
  code: PartnerCode;
  course: CourseCode;
  texts: Pick<OutlineData, 'content' | 'figures' | 'study'>;
}

/** A course's outline as a PDF. */
export interface Outline {
  pdf: Buffer;
  /** Differs with the bytes. */
  tag: string;
}

/** Asks for outlines of what is published. */
export interface PublishedOutlines {
  /**
   * The outline with what is published for the partner.
   *
   * @returns undefined where the file of the build says the same
   * @throws Refusal service-unavailable while too many are being written
   */
  find(code: PartnerCode, course: CourseCode): Promise<Outline | undefined>;
}

/** Writing one takes some half a second of a core. */
const queue = { atOnce: 1, waitingMost: 50, waitMs: 20_000 };

/** Writes outlines when they are asked for, and keeps each in this process until one of its texts changes. */
export function createPublishedOutlines(published: PublishedContent): PublishedOutlines {
  const turns = createTurns(queue);
  const study = readContent('study');
  const kept = new Map<string, { texts: string; outline: Promise<Outline> }>();
  return {
    async find(code, course) {
      const { differing, modules } = await published.ofPartner(code);
      const file = `courses/${course}` as const;
      if (!('figures' in differing) && !(file in differing)) return undefined;
      const texts = { content: modules[file], figures: modules['figures'], study } as unknown as OutlineTask['texts'];
      const [place, said] = [`${code}/${course}`, hashOf(JSON.stringify(texts))];
      const known = kept.get(place);
      if (known?.texts === said) return known.outline;
      const outline = turns.take({}, () => write({ code, course, texts }));
      kept.set(place, { texts: said, outline });
      // Asked for again, it is tried again; a later one may have taken its place.
      outline.catch(() => kept.get(place)?.outline === outline && kept.delete(place));
      return outline;
    },
  };
}

/** In a thread of its own: requests would wait for it otherwise. */
async function write(workerData: OutlineTask): Promise<Outline> {
  const worker = new Worker(new URL('outline-worker.ts', import.meta.url), { workerData });
  // `once` rejects with the error that ended the thread.
  const [bytes] = (await once(worker, 'message')) as [Uint8Array];
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { pdf, tag: `"${hashOf(pdf)}"` };
}

const hashOf = (data: string | Buffer) => createHash('sha256').update(data).digest('base64url');
