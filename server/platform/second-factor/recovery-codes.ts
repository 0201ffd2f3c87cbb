import { randomBytes, randomInt } from 'node:crypto';
import type { Database, Transaction } from '../database/database.ts';
import { hashLikeStored, hashWithSalt, type HashingFor } from '../password-hashing.ts';
import type { Holder } from './holder.ts';
import { deleteCode, deleteCodes, findAnyHash, replaceCodes } from './recovery-codes.store.ts';

/** Codes of a set. */
export const recoveryCodeCount = 10;

/** Letters and digits that are not mistaken for one another: 32 of them, 5 bits each. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';
/** 50 bits a code. With fewer than 112 bits it is hashed like a password (OWASP ASVS 6.5.2). */
const codeLength = 10;
const saltBytes = 16;

/** A set of codes: shown to its person once, stored as hashes. */
export interface RecoveryCodes {
  codes: string[];
  hashes: string[];
}

/**
 * Makes ten codes. Outside a transaction, because hashing takes a quarter of a second; {@link replaceRecoveryCodes}
 * stores them.
 *
 * @throws Refusal service-unavailable when too much is hashed already
 */
export async function makeRecoveryCodes(whom: HashingFor): Promise<RecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  // One salt for a set: any code is then found by one hash, in whatever order they are used.
  const salt = randomBytes(saltBytes);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashWithSalt(plainOf(code), salt, whom));
  return { codes, hashes };
}

/** Stores a set in place of the earlier one, whose codes are void from then on. */
export const replaceRecoveryCodes = (tx: Transaction, holder: Holder, { hashes }: RecoveryCodes): Promise<void> =>
  replaceCodes(tx, holder, hashes);

/**
 * Whether a code is one of the person's; it is used up then. Spaces, hyphens and case do not matter. The caller bounds
 * the guesses.
 *
 * @throws Refusal service-unavailable when too much is hashed already
 */
export async function isRecoveryCode(db: Database, holder: Holder, code: string, whom: HashingFor): Promise<boolean> {
  const plain = plainOf(code);
  if (plain.length !== codeLength) return false;
  const stored = await findAnyHash(db, holder);
  return stored !== undefined && deleteCode(db, holder, await hashLikeStored(plain, stored, whom));
}

/** Removes all codes of a person. */
export const removeRecoveryCodes = (tx: Transaction, holder: Holder): Promise<void> => deleteCodes(tx, holder);

/** A code in two halves: `k7mqa-29xtd`. */
function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
  return `${letters.slice(0, codeLength / 2).join('')}-${letters.slice(codeLength / 2).join('')}`;
}

const plainOf = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');
