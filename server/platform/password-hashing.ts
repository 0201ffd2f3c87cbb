import { hash, parseOptions, verify, type Algorithm } from '@node-rs/argon2';
import { randomToken } from './keys.ts';
import { Refusal } from './refusal.ts';

/** Argon2id with OWASP's least parameters: 19 MiB, two passes. The library's enum has no value at run time. */
const parameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes all of a core, so few run at once; a flood of log-ins must not starve everything else. */
const inFlightMost = 2;
const waitingMost = 64;

let inFlight = 0;
const waiting: (() => void)[] = [];

/** @throws Refusal service-unavailable when too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inFlight < inFlightMost) inFlight++;
  else {
    if (waiting.length >= waitingMost) throw new Refusal('service-unavailable', { retryAfterSeconds: 2 });
    // Whoever finishes hands its place over, so the number in flight stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else inFlight--;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters));

let decoy: Promise<string> | undefined;

/**
 * Whether a password belongs to a stored hash. Without a hash it takes the same time and is always false, so that
 * the answer's time does not tell whether there is an account.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hash(randomToken(), parameters);
  const compared = stored ?? (await decoy);
  const matches = await inTurn(() => verify(compared, password));
  return matches && stored !== null;
}

/** Whether a hash was made with less effort than we ask today. */
export function isOutdatedHash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost } = parseOptions(stored);
  return algorithm !== parameters.algorithm || memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}
