import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';

/**
 * A proof-of-work challenge (ALTCHA, version 2): find the counter whose derived key has this prefix. The order of keys
 * is part of the signature.
 */
export const Challenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    cost: z.int(),
    data: z.record(z.string(), z.string()),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
});
export type Challenge = z.infer<typeof Challenge>;

/** The client's solution, JSON in base64. */
const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/**
 * Rounds of key derivation per attempt, and number of attempts: a third of a second for a native program, one or two
 * seconds for the browser of an old phone.
 */
const cost = 2_000;
const tries = { least: 500, most: 1_500 };
const payloadMaxCharacters = 4_096;

/**
 * @param secret HMAC key
 * @param about what the challenge is valid for; readable by the client
 * @param expiresAtSeconds since the epoch; checked by the caller that verifies the proof
 */
export async function buildChallenge(
  secret: string,
  { about, expiresAtSeconds }: { about: Record<string, string>; expiresAtSeconds: number },
): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(tries.least, tries.most),
    deriveKey,
    data: { ...about, [expiry]: String(expiresAtSeconds) },
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: keySecret(secret),
  });
  return challenge as Challenge;
}

/** Key of the expiry in the data, because the library's own field would be checked by this process's clock. */
const expiry = 'expiresAtSeconds';

/** Domain separation: the two signatures must not be interchangeable. */
const keySecret = (secret: string) => `key of ${secret}`;

/** A verified solution of a challenge. */
export interface Proof {
  /** The challenge's id, for replay protection: two proofs with one id are the same work. */
  id: string;
  about: Record<string, string>;
  expiresAtSeconds: number;
}

/** Verifies a payload under any of the secrets; undefined unless it is a solved challenge of ours. */
export async function readProof(secrets: readonly string[], payload: string): Promise<Proof | undefined> {
  const read = parsePayload(payload);
  if (!read) return undefined;
  const { challenge, solution } = read;
  for (const secret of secrets) {
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: keySecret(secret),
    });
    const { nonce, data } = challenge.parameters;
    if (verified) return { id: nonce, about: data, expiresAtSeconds: Number(data[expiry]) };
  }
  return undefined;
}

function parsePayload(payload: string): z.infer<typeof Payload> | undefined {
  if (payload.length > payloadMaxCharacters) return undefined;
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
