import { hash } from 'node:crypto';

/** With sixteen hashes, 24 bits an entry give (1 - e^(-16/24))^16: one false positive in 100,000 (Bloom 1970). */
const bytesPerEntry = 3;
/** Offsets of the sixteen 32-bit words of a SHA-512: sixteen independent hashes at the cost of one. */
const wordOffsets = Array.from({ length: 16 }, (_, index) => index * 4);

/**
 * A Bloom filter: a set with false positives and no false negatives. It has no header, so that the file is the filter.
 */
export type BloomFilter = Uint8Array;

/** @param entries each counted once */
export function buildBloomFilter(entries: ReadonlySet<string>): BloomFilter {
  const filter = new Uint8Array(entries.size * bytesPerEntry);
  for (const entry of entries) {
    const digest = digestOf(entry);
    for (const offset of wordOffsets) {
      const bit = bitAt(filter, digest, offset);
      filter[bit >> 3] = filter[bit >> 3]! | (1 << (bit & 7));
    }
  }
  return filter;
}

/** Whether a text is among the entries. False positives: one in 100,000. */
export function mayContain(filter: BloomFilter, text: string): boolean {
  const digest = digestOf(text);
  return wordOffsets.every((offset) => {
    const bit = bitAt(filter, digest, offset);
    return (filter[bit >> 3]! & (1 << (bit & 7))) !== 0;
  });
}

/** How many entries a filter was built from. */
export const countEntries = (filter: BloomFilter): number => filter.length / bytesPerEntry;

const digestOf = (text: string): Buffer => hash('sha512', text, 'buffer');
const bitAt = (filter: BloomFilter, digest: Buffer, offset: number): number =>
  digest.readUInt32LE(offset) % (filter.length * 8);
