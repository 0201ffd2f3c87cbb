import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomFillSync,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Keyed hashes and encryption for values that a database dump must not reveal. Newest key first (key rotation). */
export interface Keys {
  /** HMAC-SHA256 under the newest key, with domain separation by `purpose`. */
  sign(purpose: string, value: string): Buffer;
  /** Whether a stored hash matches the value under any accepted key. Constant time. */
  matches(purpose: string, value: string, stored: Buffer): boolean;
  /** Encrypts a value (AES-256-GCM), with `purpose` as additional authenticated data. */
  seal(purpose: string, value: string): Buffer;
  /** @throws Error if it was sealed for another purpose or under a removed key */
  open(purpose: string, sealed: Buffer): string;
  /** Whether a value is sealed under the newest key, so that it needs no older one. */
  isSealedUnderNewest(purpose: string, sealed: Buffer): boolean;
  /** Derived secrets for a library that signs by itself: sign with the first, accept all. */
  derive(purpose: string): string[];
}

const nonceBytes = 12;
const tagBytes = 16;

/** Derives keys from the secrets, the newest first. @throws Error without a secret */
export function createKeys(secrets: readonly string[]): Keys {
  const hmac = (secret: string, purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${value}`).digest();
  const [newest] = secrets;
  if (newest === undefined) throw new Error('at least one secret is needed');
  return {
    sign: (purpose, value) => hmac(newest, purpose, value),
    matches: (purpose, value, stored) =>
      secrets.some((secret) => {
        const expected = hmac(secret, purpose, value);
        return stored.length === expected.length && timingSafeEqual(stored, expected);
      }),
    seal(purpose, value) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealingKey(newest), nonce).setAAD(Buffer.from(purpose));
      const hidden = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
    },
    open(purpose, sealed) {
      for (const secret of secrets) {
        const opened = openWith(sealingKey(secret), purpose, sealed);
        if (opened !== undefined) return opened;
      }
      throw new Error(`a secret for ${purpose} was sealed under a key that is not among INTAKE_SECRETS any more`);
    },
    isSealedUnderNewest: (purpose, sealed) => openWith(sealingKey(newest), purpose, sealed) !== undefined,
    derive: (purpose) => secrets.map((secret) => hmac(secret, 'derived secret', purpose).toString('hex')),
  };
}

/** Keys where there is no secret, for what may do without one: each use throws. */
export const refuseKeys = (refuse: () => never): Keys => ({
  sign: refuse,
  matches: refuse,
  seal: refuse,
  open: refuse,
  isSealedUnderNewest: refuse,
  derive: refuse,
});

const sealingKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'intake seal', 32));

function openWith(key: Buffer, purpose: string, sealed: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** 256 random bits as text safe in addresses and headers. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a random token. Unsalted SHA-256 is enough: 256 bits cannot be brute-forced. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Uniform over 000000–999999. */
export const randomCode = (digits: number): string =>
  randomInt(0, 10 ** digits)
    .toString()
    .padStart(digits, '0');

const idAlphabet = '0123456789abcdefghijkmnpqrstuvwxyz';
const idLength = 24;
/** Bytes from here on are left out: they would make the first characters of the alphabet more frequent. */
const fairBelow = 256 - (256 % idAlphabet.length);

/** Random bytes for ids, drawn many at a time: each request has an id, and a draw for it alone costs more than its text. */
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

function nextByte(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return drawn[used++]!;
}

/** A new id with its type's prefix: `mem_5k2…`, 24 random characters. */
export function newId(prefix: string): string {
  let id = prefix;
  const length = prefix.length + idLength;
  while (id.length < length) {
    const byte = nextByte();
    if (byte < fairBelow) id += idAlphabet[byte % idAlphabet.length];
  }
  return id;
}

/** The id of what a press at the console makes: the same each time that its key is sent. */
export const idOfPress = (prefix: string, staffId: string | null | undefined, key: string): string =>
  prefix + createHash('sha256').update(`${staffId} ${key}`).digest('hex').slice(0, idLength);
