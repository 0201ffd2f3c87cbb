import type { ShownMember } from '../../../../contract/console/members-schemas.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readFactors } from '../../../platform/second-factor/factors.store.ts';
import { listPasskeys } from '../../../platform/second-factor/passkeys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countComments } from '../../comments/comments.ts';
import { findSeat } from '../../entitlements/seats.ts';
import { findMember } from '../../members/members.ts';
import { countSubscriptionsOf } from '../../plans/billing/subscriptions.ts';
import type { Services } from '../../services.ts';
import { listSessions, sessionToWire } from '../../sessions/sessions.ts';
import { holderOf } from '../../sign-in/second-factor/show-factor.ts';
import type { Site } from '../../sites/site.ts';
import { showMember } from '../admin-members.ts';
import { versionOf } from '../member-version.ts';
import { memberName } from './member-name.ts';

/** A member as their page in the console shows them. @throws Refusal member-not-found */
export async function showToStaff(services: Services, site: Site, memberId: string): Promise<ShownMember> {
  const { db } = services;
  const member = await showMember(services, db, memberId);
  const record = await findMember(services, db, memberId);
  if (!record) throw new Refusal('member-not-found');
  const { email, verified, pendingEmail: pending, suspension } = record;
  return {
    ...member,
    name: memberName(member.customFields),
    address: { email, verified, pending },
    version: versionOf(site, member),
    suspension: suspension && { at: suspension.at.toISOString(), reason: suspension.reason },
    secondFactor: await showFactors(db, memberId),
    seatConnectionId: (await findSeat(db, memberId))?.connectionId ?? null,
    subscriptions: await countSubscriptionsOf(db, memberId),
    sessions: (await listSessions(db, memberId)).map(sessionToWire),
    comments: await countComments(db, memberId),
  };
}

/** What a member has set up beside their password; no secret, and no code. */
async function showFactors(db: Database, memberId: string): Promise<ShownMember['secondFactor']> {
  const holder = holderOf(memberId);
  const { hasAuthenticator, recoveryCodes } = await readFactors(db, holder);
  const passkeys = (await listPasskeys(db, holder)).map(({ id, name, relyingParty, createdAt, lastUsedAt }) => ({
    id,
    name,
    domain: relyingParty,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return { passkeys, authenticator: hasAuthenticator, recoveryCodes };
}
