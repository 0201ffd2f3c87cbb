/** A process that hashes passwords and does nothing else: the ceiling of log-ins and sign-ups. */
import { hash, verify } from '@node-rs/argon2';
import { hashingQueue, parameters } from '../../server/platform/password-hashing.ts';
import { password } from './seed.ts';

const [, , work = 'verify', seconds = '1'] = process.argv;
const stored = await hash(password, parameters);
const hashOnce = () => (work === 'hash' ? hash(password, parameters) : verify(stored, password));

const startedMs = performance.now();
const endMs = startedMs + Number(seconds) * 1_000;
let done = 0;
const hashOn = async () => {
  for (; performance.now() < endMs; done++) await hashOnce();
};
await Promise.all(Array.from({ length: hashingQueue.atOnce }, hashOn));
process.send?.(done / ((performance.now() - startedMs) / 1_000));
process.disconnect();
