import { isFull, isPassing, openBucket, refusalCodeOf, type BucketAnswer } from './bucket-calls.ts';
import { newId } from '../keys.ts';

/** Milliseconds for all calls: a bucket that is away must not keep the product from starting. */
const patienceMs = 2_000;

/** A bucket that the product cannot use. The message is a sentence that says what to change. */
class WrongBucket extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongBucket';
  }
}

/** Rights by what is tried, with the name that S3 gives them in policies. */
const rights = {
  list: 's3:ListBucket',
  write: 's3:PutObject',
  read: 's3:GetObject',
  delete: 's3:DeleteObject',
} as const;

type Right = keyof typeof rights;

/** What to change, by the store's code for a refusal. */
const advice: Record<string, string> = {
  InvalidAccessKeyId: 'it does not know the key: correct it',
  SignatureDoesNotMatch: 'the secret does not belong to the key: correct it, with special characters percent-encoded',
  AuthorizationHeaderMalformed: 'it is in another region: add ?region=… with its own',
  PermanentRedirect: 'it is in another region: name the host and the ?region=… of its own',
  NoSuchBucket: 'there is no bucket of that name: create it, or correct the name',
  RequestTimeTooSkewed: "this machine's clock is wrong: set it, for example by NTP",
};

/**
 * Tries each right that the product needs of its bucket: to list, write, read and delete. Without the right to list, a
 * store answers 403 instead of 404 for a file that is not there, which is taken for a bucket out of order.
 *
 * @param filesUrl undefined where files are kept in a directory, which is not checked
 * @returns a warning where the bucket does not answer: a start goes on, as it does when the bucket fails later
 * @throws WrongBucket
 */
export async function checkBucket(filesUrl: string | undefined): Promise<string[]> {
  if (filesUrl === undefined) return [];
  const call = openBucket(filesUrl);
  const signal = AbortSignal.timeout(patienceMs);
  const refusals = new Map<Right, BucketAnswer>();
  try {
    const attempt = async (right: Right, path: string, init: RequestInit = {}) => {
      const answer = await call(path, { ...init, signal });
      if (answer.status < 300) return true;
      // Out of order, or full: that passes, and says nothing about rights.
      if (isPassing(answer) || isFull(answer)) throw new Error(`it answered ${answer.status}`);
      refusals.set(right, answer);
      return false;
    };
    await Promise.all([attempt('list', '?list-type=2&max-keys=1'), attemptFile(attempt)]);
  } catch (error) {
    return [`the bucket at FILES_URL is not available, and members' pictures are not until it is: ${reasonOf(error)}`];
  }
  const [first] = refusals.values();
  if (first === undefined) return [];
  throw new WrongBucket(describe([...refusals.keys()], first));
}

/** With a file of its own name: other processes may start at the same time. */
async function attemptFile(attempt: (right: Right, path: string, init?: RequestInit) => Promise<boolean>) {
  const name = `${newId('')}.txt`;
  if (!(await attempt('write', name, { method: 'PUT', body: 'Left by a start of Intake that was cut short.' }))) return;
  await attempt('read', name);
  await attempt('delete', name, { method: 'DELETE' });
}

function describe(refused: readonly Right[], answer: BucketAnswer): string {
  const code = refusalCodeOf(answer) || String(answer.status);
  const known = advice[code];
  if (known) return `the bucket at FILES_URL refuses every call (${code}): ${known}.`;
  const names = refused.map((right) => rights[right]).join(', ');
  return `the key in FILES_URL may not ${refused.join(', ')} in its bucket (${code}): allow it ${names}.`;
}

/** @returns the cause, which `fetch` wraps */
function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string } };
  return name === 'TimeoutError' ? `no answer within ${patienceMs / 1_000} s` : (cause?.code ?? message);
}
