import { readFileSync } from 'node:fs';
import { countEntries, mayContain, type BloomFilter } from './bloom-filter.ts';

/** Written by `node scripts/breached-passwords.ts` from public lists of leaked passwords. */
export const breachedFile = new URL('breached-passwords.bin', import.meta.url);

let filter: BloomFilter | undefined;
const read = () => (filter ??= readFileSync(breachedFile));

/** Normalizes entries and queries: another letter case makes a leaked password no safer. */
export const foldPassword = (password: string): string => password.toLowerCase();

/**
 * Whether a password is in the shipped lists of leaked and common ones (OWASP ASVS 6.2.4, 6.2.12). False positives: one
 * in 100,000.
 */
export const isBreached = (password: string): boolean => mayContain(read(), foldPassword(password));

/** How many leaked and common passwords are known. */
export const countBreached = (): number => countEntries(read());
