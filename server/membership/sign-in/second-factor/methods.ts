import type { NewCredential, SecondFactor } from '../../../../contract/second-factor.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  type NewAuthenticator,
} from '../../../platform/second-factor/authenticator-codes.ts';
import { hasSecondFactor, readFactors } from '../../../platform/second-factor/factors.store.ts';
import {
  addPasskey,
  beginRegistration,
  checkRegistration,
  listPasskeys,
  removePasskey,
  renamePasskey,
  type Passkey,
  type PublicKeyCredentialCreationOptionsJSON,
} from '../../../platform/second-factor/passkeys.ts';
import {
  makeRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
} from '../../../platform/second-factor/recovery-codes.ts';
import type { Facts } from '../../../platform/security-events/record-event.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import type { Mail } from '../../../platform/mail.ts';
import { findMember, lockMember, type MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { endSessionsOf, isRunning, noteSetup, requireRecentProof, type Session } from '../../sessions/sessions.ts';
import type { Site } from '../../sites/site.ts';
import { factorAddedMail, factorRemovedMail, recoveryCodesMail, type FactorKind } from '../mails/factor-mails.ts';
import { queueNotice } from '../mails/notices.ts';
import { holderOf, passkeyScope, type Page } from './show-factor.ts';
import { mailLinkToUndo } from './undo-first-factor.ts';

/** A member's request about their own second factors. */
export interface Asked extends Page {
  session: Session;
  clientAddress: string;
}

/** What a member has set up after a change. */
export interface Changed extends SecondFactor {
  /** Shown this once. */
  newRecoveryCodes?: string[];
}

/** What a member has set up. */
export const showMethods = ({ db }: Services, { site, session: { memberId } }: Pick<Asked, 'site' | 'session'>) =>
  readMethods(db, site, memberId);

async function readMethods(db: Database, site: Site, memberId: string): Promise<SecondFactor> {
  const holder = holderOf(memberId);
  const { hasAuthenticator, recoveryCodes } = await readFactors(db, holder);
  const passkeys = (await listPasskeys(db, holder)).map(toWire);
  return { passkeys, authenticator: hasAuthenticator, recoveryCodes, required: site.secondFactor === 'required' };
}

const toWire = ({ id, name, relyingParty, isBackedUp, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  domain: relyingParty,
  backedUp: isBackedUp,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** Options for a new passkey. @throws Refusal recent-login-required, passkey-limit-reached, login-required */
export async function beginPasskey(services: Services, asked: Asked): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { session } = asked;
  requireRecentProof(session);
  const member = await getMember(services, session);
  const owner = { holder: holderOf(member.id), userName: member.email };
  return beginRegistration(services.db, owner, passkeyScope(services, asked, sessionKey(session)));
}

/** A registration belongs to the session that began it. */
const sessionKey = ({ tokenHash }: Session) => tokenHash.toString('base64url');

/** @throws Refusal recent-login-required, passkey-refused, passkey-limit-reached, login-required */
export const addMemberPasskey = (
  services: Services,
  asked: Asked & { credential: NewCredential; name: string },
): Promise<Changed> =>
  recorded('passkey-added', async () => {
    const { session, credential, name } = asked;
    requireRecentProof(session);
    const holder = holderOf(session.memberId);
    const scope = passkeyScope(services, asked, sessionKey(session));
    const response = { ...credential, clientExtensionResults: {}, response: { ...credential.response } };
    const passkey = await checkRegistration(services.db, holder, scope, response);
    return addMethod(services, asked, 'passkey', (tx) => addPasskey(tx, holder, passkey, name));
  });

/** @throws Refusal second-factor-not-found */
export async function renameMemberPasskey(
  services: Services,
  { site, session: { memberId }, id, name }: Asked & { id: string; name: string },
): Promise<Changed> {
  await transaction(services.db, (tx) => renamePasskey(tx, holderOf(memberId), id, name));
  return readMethods(services.db, site, memberId);
}

/** @throws Refusal recent-login-required, second-factor-not-found, last-second-factor, login-required */
export const removeMemberPasskey = (services: Services, asked: Asked & { id: string }): Promise<Changed> =>
  recorded('passkey-removed', () =>
    removeMethod(services, asked, 'passkey', async (tx) => {
      await removePasskey(tx, holderOf(asked.session.memberId), asked.id);
    }),
  );

/** A new secret for an authenticator app. @throws Refusal recent-login-required, login-required */
export async function beginMemberAuthenticator(
  services: Services,
  { site, session }: Asked,
): Promise<NewAuthenticator> {
  requireRecentProof(session);
  const { id, email } = await getMember(services, session);
  const names = { issuer: site.name, account: email };
  return transaction(services.db, (tx) => beginAuthenticator(tx, services.keys, holderOf(id), names));
}

/** @throws Refusal recent-login-required, invalid-second-factor-code, login-required */
export const confirmMemberAuthenticator = (services: Services, asked: Asked & { code: string }): Promise<Changed> =>
  recorded('authenticator-added', () =>
    addMethod(services, asked, 'authenticator', async (tx) => {
      const holder = holderOf(asked.session.memberId);
      const isRight = await confirmAuthenticator(tx, services.keys, holder, asked.code);
      if (!isRight) throw new Refusal('invalid-second-factor-code');
    }),
  );

/** @throws Refusal recent-login-required, second-factor-not-found, last-second-factor, login-required */
export const removeMemberAuthenticator = (services: Services, asked: Asked): Promise<Changed> =>
  recorded('authenticator-removed', () =>
    removeMethod(services, asked, 'authenticator', async (tx) => {
      const wasThere = await removeAuthenticator(tx, holderOf(asked.session.memberId));
      if (!wasThere) throw new Refusal('second-factor-not-found');
    }),
  );

/** Replaces the recovery codes. @throws Refusal recent-login-required, second-factor-not-found, login-required */
export const renewRecoveryCodes = (services: Services, asked: Asked): Promise<Changed> =>
  recorded('recovery-codes', async () => {
    const { site, session, clientAddress } = asked;
    requireRecentProof(session);
    const holder = holderOf(session.memberId);
    if (!hasSecondFactor(await readFactors(services.db, holder))) throw new Refusal('second-factor-not-found');
    const made = await makeRecoveryCodes({ client: clientAddress, account: session.memberId });
    const methods = await transaction(services.db, async (tx) => {
      const member = await lockForChange(services, tx, session);
      if (!hasSecondFactor(await readFactors(tx, holder))) throw new Refusal('second-factor-not-found');
      await replaceRecoveryCodes(tx, holder, made);
      await queueNotice(services, tx, member, recoveryCodesMail(site, member));
      return readMethods(tx, site, member.id);
    });
    return { ...methods, newRecoveryCodes: made.codes };
  });

/** Adds a method. The first one comes with recovery codes, and ends the set-up that a site requires. */
async function addMethod(
  services: Services,
  asked: Asked,
  kind: FactorKind,
  add: (tx: Transaction) => Promise<unknown>,
): Promise<Changed> {
  const { site, session, clientAddress } = asked;
  requireRecentProof(session);
  const holder = holderOf(session.memberId);
  // Hashed outside the transaction: it takes a quarter of a second.
  const seemsFirst = !hasSecondFactor(await readFactors(services.db, holder));
  const made = seemsFirst ? await makeRecoveryCodes({ client: clientAddress, account: session.memberId }) : undefined;
  let newRecoveryCodes: string[] | undefined;
  const methods = await changeMethods(services, asked, async (tx, member) => {
    // Under the lock: another tab may have added the first one meanwhile, whose codes its person has seen (race).
    const isFirst = !hasSecondFactor(await readFactors(tx, holder));
    await add(tx);
    newRecoveryCodes = isFirst ? made?.codes : undefined;
    if (isFirst && made) await replaceRecoveryCodes(tx, holder, made);
    await noteSetup(tx, member.id);
    const canUndo = isFirst && member.verified;
    if (canUndo && (await mailLinkToUndo(services, tx, { site, member, kind }))) return undefined;
    return factorAddedMail(site, member, { kind, hasEarlierLink: canUndo });
  });
  return { ...methods, ...(newRecoveryCodes && { newRecoveryCodes }) };
}

/** Removes a method. With the last one the recovery codes go, too: alone they are no second factor. */
async function removeMethod(
  services: Services,
  asked: Asked,
  kind: FactorKind,
  remove: (tx: Transaction) => Promise<void>,
): Promise<Changed> {
  const { site, session } = asked;
  requireRecentProof(session);
  return changeMethods(services, asked, async (tx, member) => {
    await remove(tx);
    const holder = holderOf(member.id);
    const isLast = !hasSecondFactor(await readFactors(tx, holder));
    if (isLast && site.secondFactor === 'required') throw new Refusal('last-second-factor');
    if (isLast) await removeRecoveryCodes(tx, holder);
    return factorRemovedMail(site, member, kind);
  });
}

/** Changes methods under the member's lock; their other sessions end, and they get the notice, if any (decision 0035). */
const changeMethods = (
  services: Services,
  { site, session }: Asked,
  change: (tx: Transaction, member: MemberRecord) => Promise<Mail | undefined>,
): Promise<SecondFactor> =>
  transaction(services.db, async (tx) => {
    const member = await lockForChange(services, tx, session);
    const notice = await change(tx, member);
    await endSessionsOf(tx, member.id, session);
    if (notice) await queueNotice(services, tx, member, notice);
    return readMethods(tx, site, member.id);
  });

/** Locks the member, whose session still runs: a concurrent reset may have ended it (race). @throws Refusal login-required */
async function lockForChange(services: Services, tx: Transaction, session: Session): Promise<MemberRecord> {
  const member = await lockMember(services, tx, session.memberId);
  if (!(await isRunning(tx, session))) throw new Refusal('login-required');
  return member;
}

async function getMember(services: Services, { memberId }: Session): Promise<MemberRecord> {
  const member = await findMember(services, services.db, memberId);
  if (!member) throw new Refusal('login-required');
  return member;
}

const refusedOutcomes = {
  'recent-login-required': 'refused',
  'passkey-refused': 'refused',
  'invalid-second-factor-code': 'refused',
  'last-second-factor': 'refused',
} as const;

async function recorded(
  change: Facts<'second-factor-change'>['change'],
  work: () => Promise<Changed>,
): Promise<Changed> {
  const changed = await recordRefusals('second-factor-change', { change }, refusedOutcomes, work);
  recordEvent('second-factor-change', { outcome: 'success', change });
  return changed;
}
