import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { CallOptions, Reply } from './membership.ts';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';

/** The calls of a test's product. */
interface Calls {
  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
}

/** The code of a time step, counted from the present one. Waits until the step lasts long enough for a test. */
export async function codeOf(secret: string, steps = 0): Promise<string> {
  if (TOTP.remaining() < 4_000) await sleep(TOTP.remaining() + 100);
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * stepMs });
}

const stepMs = 30_000;

/**
 * Sets up an authenticator app for the member of a session, confirmed with the code of the step before, so that the
 * present one is unused.
 *
 * @returns its secret, and the recovery codes where it is the first method
 */
export async function setUpAuthenticator(
  { post }: Calls,
  options: CallOptions,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await post('/member/second-factor/authenticator', undefined, options);
  if (begun.status !== 200) throw new Error(`setting up answered ${begun.text}`);
  const { secret } = begun.data as { secret: string };
  const confirmed = await post(
    '/member/second-factor/authenticator/confirm',
    { code: await codeOf(secret, -1) },
    options,
  );
  if (confirmed.status !== 200) throw new Error(`confirming answered ${confirmed.text}`);
  return { secret, recoveryCodes: confirmed.data.newRecoveryCodes ?? [] };
}

/** Sets up a passkey for the member of a session, on a device and for a page of the given origin. */
export async function setUpPasskey(
  { post }: Calls,
  options: CallOptions,
  { device = createSoftwareAuthenticator(), name = 'Phone' } = {},
): Promise<{ device: SoftwareAuthenticator; reply: Reply }> {
  const origin = options.headers?.['origin'] ?? 'http://localhost:4000';
  const begun = await post('/member/second-factor/passkeys/options', undefined, options);
  if (begun.status !== 200) throw new Error(`setting up answered ${begun.text}`);
  const credential = device.create(begun.data, { origin });
  const reply = await post('/member/second-factor/passkeys', { name, credential: asSent(credential) }, options);
  return { device, reply };
}

/** A browser's answer as a page sends it: JSON. */
export const asSent = <T>(credential: T): T => JSON.parse(JSON.stringify(credential)) as T;
