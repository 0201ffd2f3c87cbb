import { hash } from 'node:crypto';

/**
 * The line of each address that a file has had. It keeps 64 bits of a digest and the line, 24 bytes at most for each
 * address, where a Map of texts takes some 150: a file of 200 MB has millions.
 */
export class KnownAddresses {
  #digests = new BigUint64Array(1_024);
  #lines = new Uint32Array(1_024);
  #count = 0;

  /** @returns the line that had the address before, or undefined, and then this line is kept for it */
  add(email: string, line: number): number | undefined {
    if (2 * this.#count > this.#lines.length) this.#grow();
    const digest = hash('sha256', email, 'buffer').readBigUInt64LE();
    const place = findPlace(this.#digests, this.#lines, digest);
    if (this.#lines[place] !== 0) return this.#lines[place];
    this.#digests[place] = digest;
    this.#lines[place] = line;
    this.#count++;
    return undefined;
  }

  #grow(): void {
    const [digests, lines] = [this.#digests, this.#lines];
    this.#digests = new BigUint64Array(2 * digests.length);
    this.#lines = new Uint32Array(2 * lines.length);
    for (const [at, line] of lines.entries()) {
      if (line === 0) continue;
      const place = findPlace(this.#digests, this.#lines, digests[at]!);
      this.#digests[place] = digests[at]!;
      this.#lines[place] = line;
    }
  }
}

/** Open addressing with linear probing; line 0 is a free place. The length is a power of two. */
function findPlace(digests: BigUint64Array, lines: Uint32Array, digest: bigint): number {
  const mask = lines.length - 1;
  let place = Number(digest & BigInt(mask));
  while (lines[place] !== 0 && digests[place] !== digest) place = (place + 1) & mask;
  return place;
}
