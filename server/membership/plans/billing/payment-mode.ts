import type { Transaction } from '../../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { queueEndOfTestPurchases } from './billing-jobs.ts';
import { listPurchases } from './due-plans.store.ts';

/**
 * Whether a site and the card provider fit: test cards must not buy at a live site, and nobody pays real money at a
 * site in test mode.
 */
export function fitsMode(
  { cards, production }: Pick<Services, 'cards' | 'production'>,
  { mode }: Pick<Site, 'mode'>,
): boolean {
  // While the product is tried out, cards are always test cards.
  return mode === 'sandbox' ? !cards.live : cards.live || !production;
}

type Mode = Site['mode'];

/**
 * What a site's change of mode means for what its members have bought, in the transaction that changes it: nothing that
 * was bought with test cards is left at a live site.
 *
 * @returns what to know about it; undefined where it changes nothing
 * @throws RealPurchases for a site that would go into test mode although people pay for its plans
 */
export async function followMode(
  tx: Transaction,
  siteId: string,
  { before, after }: { before: Mode | undefined; after: Mode },
): Promise<string | undefined> {
  if (before === undefined || before === after) return undefined;
  const { length } = await listPurchases(tx, { siteId, live: after === 'sandbox' });
  if (length === 0) return undefined;
  if (after === 'sandbox') throw new RealPurchases(length);
  await queueEndOfTestPurchases(tx, siteId);
  return `${length} ${length === 1 ? 'plan that was bought with a test card ends' : 'plans that were bought with test cards end'}`;
}

/** A site with members who have paid cannot go into test mode. */
export class RealPurchases extends Error {
  constructor(count: number) {
    super(`members have paid for ${count} of the site's plans with real money, so it cannot go into test mode`);
  }
}
