import { transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireCaptcha } from '../captcha/captcha.ts';
import { findCredentials } from '../members/members.ts';
import type { Services } from '../services.ts';
import type { Arrival } from './log-in.ts';
import { consumeCode, forgiveGuesses, proveCode, type CodeProof } from './mailed-codes.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { requireGoodPassword } from './passwords.ts';
import { acceptApplication, registerMember, type Accepted, type Application } from './registration.ts';
import { startSession } from './sessions.ts';
import { signUpsPerClient } from './sign-in-limits.ts';

/** An application by somebody who fills in the form themself. */
interface OwnApplication extends Application {
  /** Proof that no robot sends it, where the site wants one. */
  captchaToken: string | undefined;
}

/**
 * Makes an account and signs it in. The address is yet to be proved: a link is mailed.
 *
 * @throws Refusal email-already-in-use, invalid-password-…, field-not-writable, too-many-requests, invalid-captcha
 */
export async function signUp(services: Services, application: OwnApplication & { password: string }): Promise<Arrival> {
  const { site, email, password, captchaToken, clientAddress } = application;
  requireGoodPassword(password, { email, site });
  const accepted = acceptApplication(application);
  await services.limits.take(signUpsPerClient, clientAddress);
  await requireCaptcha(services, { site, action: 'signup', token: captchaToken, clientAddress });
  const taken = await findCredentials(services, services.db, { siteId: site.id, email });
  if (taken) throw new Refusal('email-already-in-use');
  const passwordHash = await hashPassword(password);
  return register(services, application, { accepted, passwordHash, proof: undefined });
}

/**
 * Makes an account without a password for somebody who shows the code mailed to the address.
 *
 * @throws Refusal invalid-passwordless-login-code, email-already-in-use, field-not-writable, too-many-requests,
 *   invalid-captcha
 */
export async function signUpWithCode(
  services: Services,
  application: OwnApplication & { code: string },
): Promise<Arrival> {
  const { site, email, code, captchaToken, clientAddress } = application;
  const accepted = acceptApplication(application);
  await services.limits.take(signUpsPerClient, clientAddress);
  await requireCaptcha(services, { site, action: 'signup', token: captchaToken, clientAddress });
  const proof = await proveCode(services, { site, purpose: 'signup', code, email, clientAddress });
  if (!proof) throw new Refusal('invalid-passwordless-login-code');
  const arrival = await register(services, application, { accepted, passwordHash: null, proof });
  await forgiveGuesses(services, proof);
  return arrival;
}

interface Basis {
  accepted: Accepted;
  passwordHash: string | null;
  proof: CodeProof | undefined;
}

function register(services: Services, { site, email }: Application, basis: Basis): Promise<Arrival> {
  const { accepted, passwordHash, proof } = basis;
  return transaction(services.db, async (tx) => {
    if (proof && !(await consumeCode(tx, proof))) throw new Refusal('invalid-passwordless-login-code');
    const isProved = proof !== undefined;
    const memberId = await registerMember(services, tx, { site, email, accepted, passwordHash, isProved });
    return { memberId, session: await startSession(tx, { id: memberId, siteId: site.id }) };
  });
}
