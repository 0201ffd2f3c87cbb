import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';

/**
 * A puzzle that costs the client some work, and the server next to none (ALTCHA, version 2 of its proof of work): of
 * which counter's derived key does this begin. The order of keys is part of what is signed.
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

/** What a client sends back, as JSON in base64. */
const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/**
 * Rounds of key derivation per try, and how many tries it takes: a third of a second for a program, one or two seconds
 * for the browser of an old phone.
 */
const cost = 2_000;
const tries = { least: 500, most: 1_500 };
const payloadMaxCharacters = 4_096;

/**
 * @param secret what it is signed with
 * @param about what it is good for; readable for the client
 * @param expiresAtSeconds since the epoch; judged by the caller that verifies the proof
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

/** Stands among the data: where the library has a place for it, it judges by the clock of this process. */
const expiry = 'expiresAtSeconds';

/** The two signatures must not be interchangeable. */
const keySecret = (secret: string) => `key of ${secret}`;

export interface Proof {
  /** Of the challenge: two proofs with one id are the same work. */
  id: string;
  about: Record<string, string>;
  expiresAtSeconds: number;
}

/** What a payload proves, under any of the secrets; undefined for whatever is not a solved challenge of ours. */
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
