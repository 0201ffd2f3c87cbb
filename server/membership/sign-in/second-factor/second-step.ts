import type { UsedCredential } from '../../../../contract/second-factor.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { hashToken } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  findChallenge,
  takeChallenge,
  takeTry,
  type Challenge,
} from '../../../platform/second-factor/challenges.store.ts';
import {
  beginAuthentication,
  checkAuthentication,
  requireStillTheirs,
  type PublicKeyCredentialRequestOptionsJSON,
} from '../../../platform/second-factor/passkeys.ts';
import { accountRef, ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { findMember, lockMember, type MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { readFirstStep, stepScope, type FirstStep } from '../../sessions/sessions.ts';
import { openSession } from '../log-in/open-session.ts';
import type { Welcome } from '../log-in/welcome.ts';
import {
  holderOf,
  passkeyScope,
  requireFactorCode,
  requirePasskeyHere,
  toAuthenticationResponse,
  type FactorCode,
  type Page,
} from './show-factor.ts';

/** The second part of a log-in, or a log-in with a passkey alone. */
export interface SecondStepAttempt extends Page {
  clientAddress: string;
  userAgent: string | undefined;
  /** Whether the browser has signed in to the account before, by its cookie. */
  isKnownDevice(email: string): Promise<boolean>;
}

const expired = () => new Refusal('sign-in-step-expired');

const refusedOutcomes = {
  'invalid-second-factor-code': 'wrong',
  'passkey-refused': 'wrong',
  'too-many-requests': 'limited',
} as const;

/**
 * Options for a log-in with a passkey.
 *
 * @param step of a log-in whose first step was right; without, for a log-in by passkey alone
 * @throws Refusal sign-in-step-expired, second-factor-not-found for a member without a passkey of this domain
 */
export async function beginPasskeyLogIn(
  services: Services,
  page: Page,
  step: string | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  if (step === undefined) return beginAuthentication(services.db, { ...passkeyScope(services, page), isAlone: true });
  const { holder } = await findStep(services, page, step);
  const scope = passkeyScope(services, page, boundTo(step));
  const options = await beginAuthentication(services.db, { ...scope, holder, isAlone: false });
  await requirePasskeyHere(services, holder, options);
  return options;
}

/** A passkey's challenge belongs to one step. The step itself is a secret, so its hash stands for it. */
const boundTo = (step: string) => hashToken(step).toString('base64url');

async function findStep({ db }: Services, { site }: Page, step: string): Promise<Challenge> {
  const found = await findChallenge(db, step, stepScope(site.id));
  if (!found) throw expired();
  return found;
}

/**
 * Logs in with a passkey, alone or as the second step.
 *
 * @throws Refusal passkey-refused, sign-in-step-expired, invalid-credentials for a void member, account-suspended
 */
export async function logInWithPasskey(
  services: Services,
  attempt: SecondStepAttempt,
  { step, credential }: { step?: string | undefined; credential: UsedCredential },
): Promise<Welcome> {
  const response = toAuthenticationResponse(credential);
  const facts = { way: 'passkey', device: 'unknown' } as const;
  const { memberId, first, passkeyId } = await recordRefusals('log-in', facts, refusedOutcomes, async () => {
    const issued = step === undefined ? undefined : await findStep(services, attempt, step);
    const scope = passkeyScope(services, attempt, step === undefined ? undefined : boundTo(step));
    const use = { ...scope, holder: issued?.holder, isAlone: issued === undefined, kind: 'member' } as const;
    const { holder, passkeyId: id } = await checkAuthentication(services.db, use, response);
    return { memberId: holder.id, first: issued && readFirstStep(issued.boundTo), passkeyId: id };
  });
  const member = await findMember(services, services.db, memberId);
  if (member?.siteId !== attempt.site.id) throw new Refusal('passkey-refused');
  return arrive(services, attempt, { member, step, first, way: 'passkey', passkeyId });
}

/**
 * Logs in with a code of an authenticator app or a recovery code, as the second step.
 *
 * @throws Refusal invalid-second-factor-code, sign-in-step-expired, too-many-requests, invalid-credentials, account-suspended
 */
export async function logInWithFactorCode(
  services: Services,
  attempt: SecondStepAttempt,
  { step, ...code }: FactorCode & { step: string },
): Promise<Welcome> {
  const { site, clientAddress } = attempt;
  const issued = await takeTry(services.db, step, stepScope(site.id));
  const member = issued?.holder && (await findMember(services, services.db, issued.holder.id));
  if (!member) throw expired();
  const account = accountRef(services.keys, site.id, member.email);
  const facts = { way: code.method, device: 'unknown', account, member: ref(member.id) } as const;
  await recordRefusals('log-in', facts, refusedOutcomes, () =>
    requireFactorCode(services, { member, clientAddress }, code),
  );
  return arrive(services, attempt, { member, step, first: readFirstStep(issued.boundTo), way: code.method });
}

interface Shown {
  member: MemberRecord;
  step: string | undefined;
  first: FirstStep | undefined;
  way: 'passkey' | FactorCode['method'];
  /** The passkey that was shown. */
  passkeyId?: string;
}

/**
 * Begins the session. The step is taken under the member's lock: a change of the password, which ends steps under the
 * same lock, may have come between (race).
 */
async function arrive(
  services: Services,
  { site, userAgent, isKnownDevice }: SecondStepAttempt,
  { member: { id, email }, step, first, way, passkeyId }: Shown,
): Promise<Welcome> {
  const isKnown = await isKnownDevice(email);
  const account = accountRef(services.keys, site.id, email);
  const facts = { way, device: isKnown ? 'known' : 'unknown', account, member: ref(id) } as const;
  const open = async (tx: Transaction) => {
    const member = await lockMember(services, tx, id);
    if (passkeyId !== undefined) await requireStillTheirs(tx, holderOf(id), passkeyId);
    if (step !== undefined && !(await takeChallenge(tx, step, stepScope(site.id)))) return undefined;
    const origin = { ...(first ?? { way: 'passkey' as const }), userAgent, isReturn: true, hasShownFactor: true };
    return openSession(services, tx, { site, member, isKnownDevice: isKnown, ...origin });
  };
  const session = await recordRefusals('log-in', facts, { 'account-suspended': 'refused' }, () =>
    transaction(services.db, open),
  );
  if (!session) throw expired();
  if ('step' in session) throw new Error('A second factor that was shown is asked for again.');
  recordEvent('log-in', { outcome: 'success', ...facts });
  return { arrival: { memberId: id, session }, moment: 'afterLogin', ...first?.wishes };
}
