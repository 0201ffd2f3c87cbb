import { randomInt } from 'node:crypto';

/** Letters and digits without look-alikes: no 0, 1, I, L, O or U. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a student reads out to support: "INT-7K4Q-2M9X". */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `INT-${part()}-${part()}`;
}
