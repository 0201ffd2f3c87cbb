import { signUpsPerClient } from '../../../../contract/calls/sign-in.ts';
import { type Database, transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { accountRef, ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { requireCaptcha } from '../../captcha/captcha.ts';
import { findCredentials } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import type { Arrival, CodeAttempt } from '../log-in/log-in.ts';
import { type CodeProof, consumeCode, proveCode } from '../codes/mailed-codes.ts';
import { hashPassword } from '../../../platform/password-hashing.ts';
import { mailFirstLink } from '../addresses/verification.ts';
import { requireGoodPassword } from '../credentials/passwords.ts';
import {
  acceptApplication,
  registerMember,
  registrationTurn,
  type Accepted,
  type Application,
} from './registration.ts';
import { startFirstSession } from '../../sessions/sessions.ts';
import { accountKey } from '../sign-in-limits.ts';

/** An application by the sign-up call. */
export interface OwnApplication extends Application {
  /** Answer to the captcha, where the site requires one. */
  captchaToken: string | undefined;
}

/** A prepared account. Slow work (hashing, captcha) is done, so that the transaction is short. */
export interface Entry {
  site: Site;
  email: string;
  accepted: Accepted;
  passwordHash: string | null;
  /** The mailed code that proves the address, if any. */
  proof: CodeProof | undefined;
}

/**
 * Prepares an account with a password. Where sign-ups are private, the address is not looked up (enumeration): only its
 * mailbox learns whether it is taken.
 *
 * @throws Refusal email-already-in-use, invalid-password-…, field-not-writable, too-many-requests, invalid-captcha
 */
export const prepareSignUp = (services: Services, application: OwnApplication & { password: string }): Promise<Entry> =>
  recordTaken(factsOf(services, application, 'password'), () => withPassword(services, application));

type Way = 'password' | 'code';

const factsOf = ({ keys }: Services, { site, email }: Pick<Entry, 'site' | 'email'>, way: Way) =>
  ({ way, account: accountRef(keys, site.id, email) }) as const;

const recordTaken = <T>(facts: ReturnType<typeof factsOf>, work: () => Promise<T>): Promise<T> =>
  recordRefusals('sign-up', facts, { 'email-already-in-use': 'taken', 'invalid-captcha': 'robot' }, work);

/** Records the security event of a sign-up that was not refused. */
export function recordSignUp(
  services: Services,
  entry: Entry,
  outcome: 'success' | 'applied' | 'robot',
  memberId?: string,
): void {
  const facts = factsOf(services, entry, entry.proof ? 'code' : 'password');
  recordEvent('sign-up', { ...facts, outcome, member: memberId === undefined ? undefined : ref(memberId) });
}

async function withPassword(
  services: Services,
  { password, ...application }: OwnApplication & { password: string },
): Promise<Entry> {
  const { site, email, clientAddress } = application;
  requireGoodPassword(password, { email, site });
  const accepted = await admit(services, application);
  const isTaken =
    !site.privateSignup && (await findCredentials(services, services.db, { siteId: site.id, email })) !== undefined;
  if (isTaken) throw new Refusal('email-already-in-use');
  const passwordHash = await hashPassword(password, { client: clientAddress, account: accountKey(site.id, email) });
  return { site, email, accepted, passwordHash, proof: undefined };
}

/**
 * Prepares an account without a password, by a mailed code.
 *
 * @throws Refusal invalid-passwordless-login-code, field-not-writable, too-many-requests, invalid-captcha
 */
export const prepareSignUpWithCode = (services: Services, application: OwnApplication & CodeTyped): Promise<Entry> =>
  recordTaken(factsOf(services, application, 'code'), () => withCode(services, application));

type CodeTyped = Pick<CodeAttempt, 'code' | 'browserHash'>;

async function withCode(
  services: Services,
  { code, browserHash, ...application }: OwnApplication & CodeTyped,
): Promise<Entry> {
  const { site, email, clientAddress } = application;
  const accepted = await admit(services, application);
  const proof = await proveCode(services, { site, purpose: 'signup', code, email, clientAddress, browserHash });
  if (!proof) throw new Refusal('invalid-passwordless-login-code');
  return { site, email, accepted, passwordHash: null, proof };
}

async function admit(services: Services, application: OwnApplication): Promise<Accepted> {
  const { site, captchaToken, clientAddress } = application;
  const accepted = acceptApplication(application);
  await services.limits.take(signUpsPerClient, clientAddress);
  await requireCaptcha(services, { site, action: 'signup', token: captchaToken, clientAddress });
  return accepted;
}

/**
 * Creates the account and a session. An unproved address gets a mail with the link to prove it.
 *
 * @throws Refusal email-already-in-use, test-mode-member-limit-reached, invalid-passwordless-login-code
 */
export async function signUp(
  services: Services,
  db: Database,
  entry: Entry & { userAgent: string | undefined },
): Promise<Arrival> {
  const { proof, userAgent, ...rest } = entry;
  const registration = { ...rest, isProved: proof !== undefined };
  const { site } = registration;
  const origin = { way: proof ? 'code' : 'password', userAgent, secondFactor: site.secondFactor } as const;
  const work = () =>
    transaction(
      db,
      async (tx) => {
        if (proof && !(await consumeCode(tx, proof))) throw new Refusal('invalid-passwordless-login-code');
        const memberId = await registerMember(services, tx, registration);
        const session = await startFirstSession(tx, { id: memberId, siteId: site.id }, origin);
        if (!proof) await mailFirstLink(services, tx, { site, memberId, email: registration.email });
        return { memberId, session };
      },
      registrationTurn(registration),
    );
  return recordTaken(factsOf(services, entry, origin.way), work);
}
