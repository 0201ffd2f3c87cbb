import type { Transaction } from '../../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { queueEndOfTestPurchases } from './billing-jobs.ts';
import { listPurchases } from './due-plans.store.ts';

/**
 * Whether the modes of a site and of the card provider's key match: test cards must not buy at a live site, nor real
 * money at a site in test mode.
 */
export function fitsMode(
  { cards, production }: Pick<Services, 'cards' | 'production'>,
  { mode }: Pick<Site, 'mode'>,
): boolean {
  // Outside production cards are always test cards.
  return mode === 'sandbox' ? !cards.live : cards.live || !production;
}

type Mode = Site['mode'];

/**
 * Consequences of a site's change of mode for purchases, in the transaction that changes it: at a site that goes live,
 * test purchases end.
 *
 * @returns a note for the operator; undefined where no purchase is concerned
 * @throws RealPurchases for a change into test mode while members have live purchases
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

/** Refuses test mode for a site whose members have paid real money. */
export class RealPurchases extends Error {
  constructor(count: number) {
    super(`members have paid for ${count} of the site's plans with real money, so it cannot go into test mode`);
  }
}
