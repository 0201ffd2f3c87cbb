import { randomInt } from 'node:crypto';

/** Letters and digits nobody mistakes for another when read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a student reads out to support: "INT-7K4Q-2M9X". */
export function newReference(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `INT-${part()}-${part()}`;
}
