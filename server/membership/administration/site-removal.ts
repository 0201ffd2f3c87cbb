import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { forgetMails, forgetMailsOfSite } from '../../platform/mail.ts';
import { sweepSoon } from '../members/picture/profile-image.ts';
import { recordAct } from '../audit/audit.ts';
import { letFailuresRunOut } from '../sign-in/sign-in-limits.ts';
import {
  countHoldings,
  countMoneyUnderWay,
  deleteSite,
  deleteSomeMembers,
  lockSite,
  type MoneyUnderWay,
  type Portion,
} from './site-removal.store.ts';

/** A site that cannot be removed yet; the message says why and what to do. */
export class SiteNeeded extends Error {}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** What a site's removal deletes, in a line. */
export async function describeHoldings(db: Database, siteId: string): Promise<string> {
  const { members, teams, secretKeys, webhooks } = await countHoldings(db, siteId);
  return [
    count(members, 'member', 'members'),
    count(teams, 'team', 'teams'),
    count(secretKeys, 'secret key', 'secret keys'),
    count(webhooks, 'webhook', 'webhooks'),
  ].join(', ');
}

/** @throws SiteNeeded as long as money is under way at the site */
export async function requireRemovable(db: Database, siteId: string): Promise<void> {
  const reasons = describeMoney(await countMoneyUnderWay(db, siteId));
  if (reasons.length === 0) return;
  throw new SiteNeeded(
    `${siteId} was not removed: it has ${reasons.join(', ')}. Delete those members first, with "members delete": it ends at the card provider what could be charged. Decide its matters, if it has any ("reviews"). Then try again. Do not delete them if the site has moved to another installation: that would end subscriptions that go on there.`,
  );
}

const describeMoney = ({ checkouts, subscriptions, purchases }: MoneyUnderWay): string[] => [
  ...(checkouts > 0 ? [count(checkouts, 'checkout that is not settled', 'checkouts that are not settled')] : []),
  ...(subscriptions > 0 ? [count(subscriptions, 'subscription that runs', 'subscriptions that run')] : []),
  ...(purchases > 0 ? [count(purchases, 'plan that is paid for', 'plans that are paid for')] : []),
];

/**
 * Ends a site with everything that belongs to it: members with what they have and wrote, plans, content, secrets, keys,
 * webhooks, and what was mailed to its members. What was paid stays in the books under ids that lead nowhere, and the
 * audit trail stays. At once or not at all.
 *
 * @returns whether there was such a site
 * @throws SiteNeeded as long as money is under way
 */
export const removeSite = (db: Database, { siteId, actor }: { siteId: string; actor: string }): Promise<boolean> =>
  transaction(db, async (tx) => {
    const note = await describeHoldings(tx, siteId);
    await requireRemovable(tx, siteId);
    const before = await deleteMembers(tx, siteId);
    // The site after its members: what a member's transaction inserts references the site and so locks its row.
    if (!(await lockSite(tx, siteId))) return false;
    // Those who joined until then.
    const since = await deleteMembers(tx, siteId);
    // Race: a member may have begun a checkout before the deletion locked them.
    await requireRemovable(tx, siteId);
    // Those to people who were no members: a sign-up that was not finished, an invitation to a team.
    await forgetMailsOfSite(tx, siteId);
    await deleteSite(tx, siteId);
    await sweepSoon(tx);
    await recordAct(tx, { siteId, actor, action: 'app.removed', subject: siteId, note });
    // Last: as long as these rate-limit rows are locked, each wrong password at the site holds a connection and waits.
    for (const portion of [...before, ...since]) await letFailuresRunOut(tx, siteId, portion);
    return true;
  });

async function deleteMembers(tx: Transaction, siteId: string): Promise<Portion[]> {
  const portions: Portion[] = [];
  while (!portions.at(-1)?.isLast) {
    const portion = await deleteSomeMembers(tx, siteId);
    await forgetMails(tx, { siteId, ...portion });
    portions.push(portion);
  }
  return portions;
}
