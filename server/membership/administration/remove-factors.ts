import { transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hasSecondFactor, readFactors, removeFactors } from '../../platform/second-factor/factors.store.ts';
import { recordEvent } from '../../platform/security-events/record-event.ts';
import { recordAct } from '../audit/audit.ts';
import { lockMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { factorsRemovedMail } from '../sign-in/mails/factor-mails.ts';
import { queueNotice } from '../sign-in/mails/notices.ts';
import { forgetFactorGuesses, holderOf } from '../sign-in/second-factor/show-factor.ts';
import type { Administration } from './admin-members.ts';

/**
 * Removes passkeys, authenticator app and recovery codes of a member who has lost them (decision 0070). Every session
 * ends, log-ins under way too, and the member is mailed.
 *
 * @throws Refusal member-not-found, second-factor-not-found for a member without one
 */
export async function removeFactorsAs(
  services: Services,
  { site, ...by }: Administration & { reason: string },
  memberId: string,
): Promise<void> {
  const member = await transaction(services.db, async (tx) => {
    const locked = await lockMember(services, tx, memberId);
    if (locked.siteId !== site.id) throw new Refusal('member-not-found');
    const holder = holderOf(memberId);
    if (!hasSecondFactor(await readFactors(tx, holder))) throw new Refusal('second-factor-not-found');
    await removeFactors(tx, holder);
    await endSessionsOf(tx, memberId);
    await recordAct(tx, { ...by, siteId: site.id, action: 'member.factors-removed', subject: memberId });
    await queueNotice(services, tx, locked, factorsRemovedMail(site, locked.email));
    return locked;
  });
  await forgetFactorGuesses(services, member);
  recordEvent('second-factor-change', { outcome: 'success', change: 'removed-by-staff' });
}
