import { hash, parseOptions, verify, type Algorithm } from '@node-rs/argon2';
import { randomToken } from './keys.ts';
import { createTurns, type Ask } from './turns.ts';

/** Argon2id with OWASP's least parameters: 19 MiB, two passes. The library's enum has no value at run time. */
export const parameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes all of a core, so few run at once; a flood of log-ins must not starve everything else. */
export const hashingQueue = { atOnce: 2, waitingMost: 64, waitMs: 8_000 };
const turns = createTurns(hashingQueue);

/** Turns that a log-in has for one of everything else: sign-ups, new passwords, old ones asked inside a session. */
const logInsForOneOther = 4;

/** Whose share of the work it is, so that neither one client nor one account takes all of it. */
export interface HashingFor {
  /** The address the request counts against; for a site's own server, the site's id. */
  client: string;
  /** What attempts at the account count under, or its id. */
  account: string;
  /** Whether it is for a log-in. */
  isLogIn?: boolean;
}

/** @throws Refusal service-unavailable when too many wait already */
export const hashPassword = (password: string, whom: HashingFor): Promise<string> =>
  turns.take(askOf(whom), () => hash(password, parameters));

/** Log-ins are a share of their own: other hashing for the same address does not hold them up. */
function askOf({ client, account, isLogIn = false }: HashingFor): Ask {
  const kind = isLogIn ? 'log-in' : 'other';
  return { shares: [`${kind} from ${client}`, `${kind} to ${account}`], cost: isLogIn ? 1 : logInsForOneOther };
}

let decoy: Promise<string> | undefined;

/**
 * Whether a password belongs to a stored hash. Without a hash it takes the same time and is always false, so that
 * the answer's time does not tell whether there is an account.
 *
 * @throws Refusal service-unavailable when too many wait already
 */
export async function isPassword(password: string, stored: string | null, whom: HashingFor): Promise<boolean> {
  decoy ??= hash(randomToken(), parameters);
  const compared = stored ?? (await decoy);
  const matches = await turns.take(askOf(whom), () => verify(compared, password));
  return matches && stored !== null;
}

/** Whether a hash was made with less effort than we ask today. */
export function isOutdatedHash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost } = parseOptions(stored);
  return algorithm !== parameters.algorithm || memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}
