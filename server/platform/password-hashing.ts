import { hash, parseOptions, type Algorithm, type Options } from '@node-rs/argon2';
import { randomToken } from './keys.ts';
import { readHash } from './password-schemes.ts';
import { withSpan } from './tracing/tracing.ts';
import { createTurns, type Ask } from './turns.ts';

/** Argon2id with OWASP's least parameters: 19 MiB, two passes. The library's enum has no value at run time. */
export const parameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing occupies a core, so concurrency is bounded; a flood of log-ins must not starve everything else. */
export const hashingQueue = { atOnce: 2, waitingMost: 64, waitMs: 8_000 };
const turns = createTurns(hashingQueue);

/** How many passwords are hashed now, and how many wait. */
export const hashingLoad = turns.load;

/** Weight of log-ins against all other hashing (sign-ups, password changes) in fair queueing. */
const logInsForOneOther = 4;

/** The shares of fair queueing, so that neither one client nor one account takes all of the CPU. */
export interface HashingFor {
  /** The address the request counts against; for a site's own server, the site's id. */
  client: string;
  /** The account's rate limit key, or its id. */
  account: string;
  /** Whether it is for a log-in. */
  isLogIn?: boolean;
}

/** @throws Refusal service-unavailable when too many wait already */
export const hashPassword = (password: string, whom: HashingFor): Promise<string> =>
  withSpan('hash a password', {}, () => turns.take(askOf(whom), () => hash(password, parameters)));

/**
 * Hashes a random secret under a given salt, so that equal secrets have equal hashes and can be looked up.
 *
 * @throws Refusal service-unavailable when too many wait already
 */
export const hashWithSalt = (secret: string, salt: Buffer, whom: HashingFor, options: Options = parameters) =>
  withSpan('hash a secret', {}, () => turns.take(askOf(whom), () => hash(secret, { ...options, salt })));

/**
 * Hashes a secret as a stored hash was made, with its parameters and salt, to be compared with it.
 *
 * @param stored of {@link hashWithSalt}
 * @throws Refusal service-unavailable when too many wait already
 */
export function hashLikeStored(secret: string, stored: string, whom: HashingFor): Promise<string> {
  const [, , , , salt] = stored.split('$');
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored);
  return hashWithSalt(secret, Buffer.from(salt!, 'base64'), whom, { algorithm, memoryCost, timeCost, parallelism });
}

/** Log-ins have their own share, so that other hashing for the same address does not delay them. */
function askOf({ client, account, isLogIn = false }: HashingFor): Ask {
  const kind = isLogIn ? 'log-in' : 'other';
  return { shares: [`${kind} from ${client}`, `${kind} to ${account}`], cost: isLogIn ? 1 : logInsForOneOther };
}

let decoy: Promise<string> | undefined;

/**
 * Verifies a password. Without a stored hash it takes the same time and is false, against account enumeration by
 * timing.
 *
 * @throws Refusal service-unavailable when too many wait already
 */
export async function isPassword(password: string, stored: string | null, whom: HashingFor): Promise<boolean> {
  decoy ??= hash(randomToken(), parameters);
  const compared = stored ?? (await decoy);
  // A hash of another system may be one (decision 0062); one of an unknown kind matches no password.
  const known = readHash(compared);
  const matches =
    typeof known !== 'string' &&
    (await withSpan('verify a password', {}, () => turns.take(askOf(whom), () => known.verify(password))));
  return matches && stored !== null;
}

/**
 * Whether a hash has weaker parameters than today's or is of another scheme, so that it should be renewed at the next
 * log-in.
 */
export function isOutdatedHash(stored: string): boolean {
  if (!stored.startsWith('$argon2')) return true;
  const { algorithm, memoryCost, timeCost } = parseOptions(stored);
  return algorithm !== parameters.algorithm || memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}

/** Whether a hash takes exactly as long to verify as those made here, so that the time of a log-in tells nothing. */
export const takesUsualTime = (stored: string): boolean =>
  stored.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`);
