import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';

/** A password hash that can be verified, and what a verification costs. */
export interface ReadHash {
  scheme: 'argon2' | 'bcrypt' | 'scrypt' | 'pbkdf2';
  verify(password: string): Promise<boolean>;
}

/** Why a hash is not accepted. */
export type HashFault = 'unknown-kind' | 'too-costly' | 'too-short';

/**
 * Most work of one verification: about half a second of one core and 128 MiB, so that log-ins with imported hashes
 * cannot be a denial of service. Each bound lies above the defaults of the libraries that write the format.
 */
export const hashBounds = {
  /** KiB times passes. argon2-cffi and Laravel: 64 MiB, 3 or 4 passes; OWASP's largest: 46 MiB, 1 pass. */
  argon2: { memoryKib: 131_072, kibTimesPasses: 262_144, lanes: 16 },
  /** log2 of the rounds. PHP: 10 or 12; Devise: 12. */
  bcrypt: { cost: 13 },
  /** N × r × p. OWASP and passlib: 2^17 × 8 × 1, which needs 128 × N × r = 128 MiB. */
  scrypt: { work: 2 ** 20 },
  /** Rounds times blocks of output. Django 6: 1,200,000 of SHA-256; OWASP: 210,000 of SHA-512. */
  pbkdf2: { rounds: 1_500_000 },
} as const;

/** Bytes. Fewer would let an attacker guess a password that matches by chance. */
const digestBytes = { least: 16, most: 128 };
/** Bytes. NIST SP 800-132 asks for 16; bcrypt's and many pbkdf2 salts written as text have fewer characters. */
const saltBytes = { least: 8, most: 128 };
/** Characters; the longest accepted format stays below. */
const longestHash = 512;

/**
 * Reads a password hash in a format that argon2, bcrypt, scrypt and PBKDF2 libraries write: PHC strings, modular crypt
 * and Django's.
 *
 * @returns the hash, or why it is not accepted; without hashing anything
 */
export function readHash(text: string): ReadHash | HashFault {
  if (text.length > longestHash) return 'unknown-kind';
  for (const [pattern, read] of formats) {
    const match = pattern.exec(text);
    if (match) return read(match, text);
  }
  return 'unknown-kind';
}

type Reader = (match: RegExpExecArray, text: string) => ReadHash | HashFault;

const formats: readonly (readonly [RegExp, Reader])[] = [
  [/^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,5}),p=(\d{1,3})\$([\w+/-]+)\$([\w+/-]+)$/, readArgon2],
  [/^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/, readBcrypt],
  [/^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([\w+/]+)\$([\w+/]+)$/, readScrypt],
  // PHC names the rounds `i`; passlib writes the number alone, and `.` for base64's `+`.
  [/^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,8})(?:,l=\d{1,3})?\$([\w./+]+)\$([\w./+]+)$/, readPbkdf2],
  [/^pbkdf2_(sha1|sha256)\$(\d{1,8})\$([^$\s]+)\$([\w+/]+={0,2})$/, readDjango],
];

function readArgon2([, memory, passes, lanes, salt, digest]: RegExpExecArray, text: string): ReadHash | HashFault {
  const [kib, rounds] = [Number(memory), Number(passes)];
  const { memoryKib, kibTimesPasses, lanes: mostLanes } = hashBounds.argon2;
  if (kib > memoryKib || kib * rounds > kibTimesPasses || Number(lanes) > mostLanes) return 'too-costly';
  const isWhole = kib >= 8 * Number(lanes) && rounds >= 1 && Number(lanes) >= 1;
  if (!isWhole) return 'unknown-kind';
  return (
    faultOf(decode(salt!), decode(digest!)) ?? {
      scheme: 'argon2',
      verify: (password) => verifyArgon2(text, password),
    }
  );
}

function readBcrypt([, cost]: RegExpExecArray, text: string): ReadHash | HashFault {
  if (Number(cost) > hashBounds.bcrypt.cost) return 'too-costly';
  if (Number(cost) < 4) return 'unknown-kind';
  return { scheme: 'bcrypt', verify: (password) => verifyBcrypt(password, text) };
}

const runScrypt = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

function readScrypt([, logN, r, p, salt, digest]: RegExpExecArray): ReadHash | HashFault {
  const cost = { N: 2 ** Number(logN), r: Number(r), p: Number(p) };
  const work = cost.N * cost.r * cost.p;
  if (work > hashBounds.scrypt.work) return 'too-costly';
  // RFC 7914: N is more than 1 and less than 2^(16 r).
  if (work === 0 || cost.N < 2 || Number(logN) >= 16 * cost.r) return 'unknown-kind';
  // Twice what the blocks need: OpenSSL counts its own besides.
  const options = { ...cost, maxmem: 256 * cost.r * (cost.N + cost.p) };
  const [saltOf, wanted] = [decode(salt!), decode(digest!)];
  return (
    faultOf(saltOf, wanted) ?? {
      scheme: 'scrypt',
      verify: async (password) => timingSafeEqual(wanted, await runScrypt(password, saltOf, wanted.length, options)),
    }
  );
}

function readPbkdf2([, hash = 'sha1', rounds, salt, digest]: RegExpExecArray): ReadHash | HashFault {
  return pbkdf2Of({ hash, rounds: Number(rounds), salt: decode(salt!), digest: decode(digest!) });
}

/** Django's salt is text, and is used as its bytes. */
function readDjango([, hash, rounds, salt, digest]: RegExpExecArray): ReadHash | HashFault {
  return pbkdf2Of({ hash: hash!, rounds: Number(rounds), salt: Buffer.from(salt!), digest: decode(digest!) });
}

const runPbkdf2 = promisify(pbkdf2);
/** Bytes of a block of output. */
const blockBytes: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

function pbkdf2Of(of: { hash: string; rounds: number; salt: Buffer; digest: Buffer }): ReadHash | HashFault {
  const { hash, rounds, salt, digest } = of;
  if (rounds * Math.ceil(digest.length / blockBytes[hash]!) > hashBounds.pbkdf2.rounds) return 'too-costly';
  if (rounds === 0) return 'unknown-kind';
  return (
    faultOf(salt, digest) ?? {
      scheme: 'pbkdf2',
      verify: async (password) => timingSafeEqual(digest, await runPbkdf2(password, salt, rounds, digest.length, hash)),
    }
  );
}

function faultOf(salt: Buffer, digest: Buffer): HashFault | undefined {
  const isIn = ({ length }: Buffer, { least, most }: { least: number; most: number }) =>
    length >= least && length <= most;
  return isIn(salt, saltBytes) && isIn(digest, digestBytes) ? undefined : 'too-short';
}

/** Base64 with or without padding, in the standard alphabet, the one for addresses, or passlib's. */
const decode = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');
