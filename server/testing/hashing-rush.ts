import { setImmediate } from 'node:timers/promises';
import { hashPassword } from '../platform/password-hashing.ts';

/**
 * More strangers log in than may wait for a hash, all from different addresses, until they are told to stop.
 *
 * @returns stops them
 */
export function startRush(): () => Promise<void> {
  const over = new AbortController();
  const keepTrying = async (client: string) => {
    while (!over.signal.aborted) {
      await hashPassword('guess', { client, account: client, isLogIn: true }).catch(() => undefined);
      await setImmediate();
    }
  };
  const rushing = Array.from({ length: 150 }, (_, index) => keepTrying(`stranger ${index}`));
  return async () => {
    over.abort();
    await Promise.all(rushing);
  };
}
