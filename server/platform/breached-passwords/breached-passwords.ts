import { readFileSync } from 'node:fs';
import { countEntries, mayContain, type BloomFilter } from './bloom-filter.ts';

/** Written by `node scripts/breached-passwords.ts` from public lists of leaked passwords. */
export const breachedFile = new URL('breached-passwords.bin', import.meta.url);

let filter: BloomFilter | undefined;
const read = () => (filter ??= readFileSync(breachedFile));

/** What entries and what is looked up have in common: letter case saves no leaked password. */
export const foldPassword = (password: string): string => password.toLowerCase();

/**
 * Whether a password stands in the lists of leaked and common ones that come along (OWASP ASVS 6.2.4, 6.2.12). One in
 * 100,000 of all others is taken for one of them.
 */
export const isBreached = (password: string): boolean => mayContain(read(), foldPassword(password));

/** How many leaked and common passwords are known. */
export const countBreached = (): number => countEntries(read());
