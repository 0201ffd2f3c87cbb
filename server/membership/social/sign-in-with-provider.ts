import { signUpsPerClient } from '../../../contract/calls/sign-in.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { accountIfNamed, ref } from '../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../platform/security-events/record-event.ts';
import { findCredentials, lockMember, lockMemberByEmail, type MemberRecord } from '../members/members.ts';
import type { Services } from '../services.ts';
import { queueNotice } from '../sign-in/mails/notices.ts';
import { transferToProvenOwner } from '../sign-in/addresses/first-proof.ts';
import { acceptApplication, registerMember, type Accepted } from '../sign-in/sign-up/registration.ts';
import type { SecondStep } from '../sessions/sessions.ts';
import { openSession } from '../sign-in/log-in/open-session.ts';
import { factorNeeded } from '../sign-in/second-factor/show-factor.ts';
import { mailFirstLink } from '../sign-in/addresses/verification.ts';
import type { Welcome } from '../sign-in/log-in/welcome.ts';
import type { Site } from '../sites/site.ts';
import type { PopupRequest } from './attempt.ts';
import { findMemberOf, type Identity } from '../sign-in/credentials/identities.ts';
import { providerConnectedMail } from './provider-mail.ts';
import { connectPerson, type Provider, type ProviderPerson } from './providers.ts';

/** A sign-in by a provider's response. */
export interface Entry {
  site: Site;
  provider: Provider;
  person: ProviderPerson;
  request: Exclude<PopupRequest, { purpose: 'connect' }>;
  clientAddress: string;
  userAgent: string | undefined;
}

/**
 * Signs in by a provider: to the account of the identity, else to the account of an address that the provider has
 * verified, else to a new account where that was requested.
 *
 * @throws Refusal account-not-found, provider-email-unproved, provider-email-missing, account-already-connected,
 *   field-not-writable, too-many-requests; second-factor-required for a member who has one
 */
export async function signInWithProvider(services: Services, entry: Entry): Promise<Welcome> {
  const { provider, person, site } = entry;
  const account = accountIfNamed(services.keys, site.id, person.email);
  const facts = { provider: ref(provider.key), account } as const;
  const entered = await recordRefusals('log-in', { ...facts, ...byProvider }, refusedEntries, () =>
    enterOnce(services, entry),
  );
  if ('step' in entered) {
    const member = ref(entered.memberId);
    recordEvent('log-in', { outcome: 'second-step', ...byProvider, ...facts, member });
    throw await factorNeeded(services, entered.memberId, entered.step);
  }
  const member = ref(entered.arrival.memberId);
  if (entered.moment === 'afterSignup')
    recordEvent('sign-up', { outcome: 'success', way: 'provider', account, member });
  else recordEvent('log-in', { outcome: 'success', ...byProvider, ...facts, member });
  return entered;
}

const byProvider = { way: 'provider', device: 'unknown' } as const;
const refusedEntries = {
  'account-not-found': 'refused',
  'provider-email-unproved': 'refused',
  'provider-email-missing': 'refused',
  'account-already-connected': 'refused',
  'account-suspended': 'refused',
  'too-many-requests': 'limited',
} as const;

/** A log-in, or its first step for a member with a second factor. */
type Entered = Welcome | (SecondStep & { memberId: string });

async function enterOnce(services: Services, entry: Entry): Promise<Entered> {
  try {
    return await enter(services, entry);
  } catch (error) {
    // Race: a concurrent sign-in of the same person has created the account.
    if (error instanceof Refusal && error.code === 'email-already-in-use') return enter(services, entry);
    throw error;
  }
}

async function enter(services: Services, entry: Entry): Promise<Entered> {
  const accepted = acceptRequest(entry);
  if (await mustHide(services, entry)) throw new Refusal('provider-email-unproved');
  if (!(await isKnown(services, entry))) {
    requireMayJoin(entry);
    await services.limits.take(signUpsPerClient, entry.clientAddress);
  }
  return transaction(
    services.db,
    async (tx) =>
      (await openByIdentity(services, tx, entry)) ??
      (await openByAddress(services, tx, entry)) ??
      (await join(services, tx, entry, accepted)),
  );
}

function acceptRequest({ site, person, request, clientAddress }: Entry): Accepted {
  const { fields, planIds } = request.purpose === 'signup' ? request : { fields: {}, planIds: [] };
  return acceptApplication({ site, email: person.email ?? '', fields, metaData: {}, planIds, clientAddress });
}

/**
 * Whether to say nothing of an account of the address: the site hides who has one, and any address may be typed at a
 * provider that checks none (enumeration).
 */
const mustHide = async ({ db }: Services, entry: Entry): Promise<boolean> => {
  const { site, person } = entry;
  const isUnproved = person.email !== undefined && !person.isProved;
  return site.privateSignup && isUnproved && (await findMemberOf(db, identityOf(entry))) === undefined;
};

const identityOf = ({ site, person: { issuer, subject } }: Entry): Identity => ({ siteId: site.id, issuer, subject });

async function isKnown(services: Services, entry: Entry): Promise<boolean> {
  const { site, person } = entry;
  if (await findMemberOf(services.db, identityOf(entry))) return true;
  const { email } = person;
  return (
    email !== undefined && (await findCredentials(services, services.db, { siteId: site.id, email })) !== undefined
  );
}

/** Checks that a new account may be created. @returns its address */
function requireMayJoin({ request, person, provider }: Entry): string {
  if (request.purpose === 'login' && !request.allowSignup) throw new Refusal('account-not-found');
  if (person.email !== undefined) return person.email;
  throw new Refusal('provider-email-missing', {
    message: `${provider.name} does not tell us your email address. Sign up another way first, then connect it.`,
  });
}

/** Opens the account of the identity (issuer and subject), regardless of its current address at the provider. */
async function openByIdentity(services: Services, tx: Transaction, entry: Entry): Promise<Entered | undefined> {
  const memberId = await findMemberOf(tx, identityOf(entry));
  if (memberId === undefined) return undefined;
  const member = await lockMember(services, tx, memberId);
  // Double-checked under the lock: the identity may have been disconnected (race).
  if ((await findMemberOf(tx, identityOf(entry))) !== memberId) return undefined;
  return welcome(services, tx, { entry, member });
}

async function openByAddress(services: Services, tx: Transaction, entry: Entry): Promise<Entered | undefined> {
  const { site, person, provider } = entry;
  const { email, isProved } = person;
  const member = email === undefined ? undefined : await lockMemberByEmail(services, tx, { siteId: site.id, email });
  if (!member) return undefined;
  if (!isProved) throw new Refusal('provider-email-unproved');
  const isPasswordDropped = !member.verified && (await transferToProvenOwner(services, tx, member));
  const opened = await welcome(services, tx, { entry, member: { ...member, verified: true } });
  // A log-in that waits for the second factor adds no way in: the member connects the provider in the profile.
  if ('step' in opened) return opened;
  await connectPerson(tx, entry, member.id);
  const notice = providerConnectedMail(site, member.email, { provider: provider.name, endedOthers: false });
  await queueNotice(services, tx, { ...member, verified: true }, notice);
  return { ...opened, arrival: { ...opened.arrival, isPasswordDropped } };
}

async function join(services: Services, tx: Transaction, entry: Entry, accepted: Accepted): Promise<Entered> {
  const email = requireMayJoin(entry);
  const { site, person } = entry;
  const { isProved } = person;
  const memberId = await registerMember(services, tx, { site, email, accepted, passwordHash: null, isProved });
  await connectPerson(tx, entry, memberId);
  const member = await lockMember(services, tx, memberId);
  const arrived = await welcome(services, tx, { entry, member, moment: 'afterSignup' });
  if (!isProved) await mailFirstLink(services, tx, { site, memberId, email });
  return arrived;
}

/** Of an invitation that was not tried, see `readSignup`. */
const unusedInvite = {
  joined: false,
  code: 'invalid-invite',
  message: 'This page hides its address, so the invitation was not used. Please open its link again.',
} as const;

interface Opening {
  entry: Entry;
  /** Locked, with `verified` as it is now. */
  member: MemberRecord;
  moment?: Welcome['moment'];
}

async function welcome(
  services: Services,
  tx: Transaction,
  { entry: { site, provider, request, userAgent }, member, moment = 'afterLogin' }: Opening,
): Promise<Entered> {
  const isReturn = moment === 'afterLogin';
  const { inviteToken, hidInvite } = request.purpose === 'signup' ? request : { inviteToken: null, hidInvite: false };
  const wishes = { inviteToken, ...(hidInvite && { teamInvite: unusedInvite }) };
  const origin = { way: 'provider', provider: provider.key, userAgent, isReturn, wishes } as const;
  const session = await openSession(services, tx, { site, member, ...origin });
  const memberId = member.id;
  if ('step' in session) return { ...session, memberId };
  return { arrival: { memberId, session }, moment, ...wishes };
}
