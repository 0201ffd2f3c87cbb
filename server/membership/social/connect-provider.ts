import { connectsPerMember } from '../../../contract/calls/providers.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../platform/security-events/record-event.ts';
import { describeRequest } from '../../platform/security-events/request-context.ts';
import { lockMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import { queueNotice } from '../sign-in/mails/notices.ts';
import { endSessionsOf, findSessionByHash, isRunning, requireRecentProof, type Session } from '../sessions/sessions.ts';
import type { Site } from '../sites/site.ts';
import { disconnectIdentity, listProviders } from '../sign-in/credentials/identities.ts';
import { providerConnectedMail, providerDisconnectedMail } from './provider-mail.ts';
import { connectPerson, type Provider, type ProviderPerson } from './providers.ts';

/** The providers a member has after a change, and the message to show. */
export interface Connections {
  providers: { provider: string }[];
  message: string;
}

/**
 * The session whose member may connect a provider. Needs a recent proof: a stolen session must not become permanent
 * access.
 *
 * @throws Refusal account-connect-requires-login, recent-login-required, second-factor-setup-required
 */
export async function requireConnecting(db: Database, site: Site, sessionHash: Buffer | undefined): Promise<Session> {
  const session = sessionHash && (await findSessionByHash(db, site.id, sessionHash));
  if (!session) throw new Refusal('account-connect-requires-login');
  if (session.isSetupDue) throw new Refusal('second-factor-setup-required');
  requireRecentProof(session);
  return session;
}

/**
 * Connects a provider's identity to the member of a session. The member's other sessions end, and the member gets a mail.
 *
 * @throws Refusal account-already-connected, account-connect-requires-login, too-many-requests
 */
export async function connectProvider(services: Services, connecting: Connecting): Promise<Connections> {
  const facts = { provider: ref(connecting.provider.key) };
  const refused = { 'account-already-connected': 'refused', 'account-connect-requires-login': 'refused' } as const;
  const connections = await recordRefusals('provider-connection', facts, refused, () => connect(services, connecting));
  recordEvent('provider-connection', { ...facts, outcome: 'connected' });
  return connections;
}

async function connect(services: Services, { site, sessionHash, provider, person }: Connecting): Promise<Connections> {
  const session = sessionHash && (await findSessionByHash(services.db, site.id, sessionHash));
  if (!session) throw new Refusal('account-connect-requires-login');
  const { memberId } = session;
  describeRequest({ member: ref(memberId) });
  await services.limits.take(connectsPerMember, memberId);
  const providers = await transaction(services.db, async (tx) => {
    const member = await lockMember(services, tx, memberId);
    if (!(await isRunning(tx, session))) throw new Refusal('account-connect-requires-login');
    await connectPerson(tx, { site, provider, person }, memberId);
    await endSessionsOf(tx, memberId, session);
    await queueNotice(
      services,
      tx,
      member,
      providerConnectedMail(site, member.email, { provider: provider.name, endedOthers: true }),
    );
    return listProviders(tx, memberId);
  });
  return { providers, message: `${provider.name} is connected to your account.` };
}

/** An identity to connect. */
export interface Connecting {
  site: Site;
  sessionHash: Buffer | undefined;
  provider: Provider;
  person: ProviderPerson;
}

/**
 * Disconnects a provider. The member's other sessions end, and the member gets a mail. The member is locked, so that of
 * two concurrent calls the second sees the first, and a member without a password keeps a provider (race).
 *
 * @throws Refusal recent-login-required, login-required, account-not-connected, account-set-password-before-disconnect
 */
export async function disconnectProvider(services: Services, asked: Disconnecting): Promise<Connections> {
  const facts = { provider: ref(asked.key) };
  const refused = { 'account-set-password-before-disconnect': 'refused', 'account-not-connected': 'refused' } as const;
  const connections = await recordRefusals('provider-connection', facts, refused, () => disconnect(services, asked));
  recordEvent('provider-connection', { ...facts, outcome: 'disconnected' });
  return connections;
}

interface Disconnecting {
  site: Site;
  session: Session;
  key: string;
}

async function disconnect(services: Services, { site, session, key }: Disconnecting): Promise<Connections> {
  requireRecentProof(session);
  const { memberId } = session;
  const name = site.authProviders.find(({ provider }) => provider === key)?.name ?? key;
  const providers = await transaction(services.db, async (tx) => {
    const member = await lockMember(services, tx, memberId);
    if (!(await isRunning(tx, session))) throw new Refusal('login-required');
    const connected = await listProviders(tx, memberId);
    if (!connected.some(({ provider }) => provider === key)) throw new Refusal('account-not-connected');
    // A provider that the site has taken out of its file opens no account any more.
    const opens = (other: string) => other !== key && site.authProviders.some(({ provider }) => provider === other);
    if (!member.hasPassword && !connected.some(({ provider }) => opens(provider)))
      throw new Refusal('account-set-password-before-disconnect');
    await disconnectIdentity(tx, memberId, key);
    await endSessionsOf(tx, memberId, session);
    await queueNotice(services, tx, member, providerDisconnectedMail(site, member.email, name));
    return listProviders(tx, memberId);
  });
  return { providers, message: `${name} is not connected to your account any more.` };
}
