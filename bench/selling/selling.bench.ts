import type { Ground } from '../ground.ts';
import type { Table } from '../table.ts';
import { measureCardEvents } from './card-events.ts';
import { measureSales } from './sale.ts';
import { startShop } from './shop.ts';
import { measureWebhooks } from './webhooks.ts';

/** Options of the selling benchmark. */
export interface SellingOptions {
  rounds: number;
  /** Told before each step. */
  say(step: string): void;
}

/** Measures a cohort selling out, events of the card provider, and webhooks, each beside the floor. */
export async function measureSelling(ground: Ground, { rounds, say }: SellingOptions): Promise<Table[]> {
  const shop = await startShop(ground);
  try {
    say('cohorts selling out');
    const { table: sales, paid } = await measureSales(shop, rounds);
    say('events of the card provider');
    const events = await measureCardEvents(shop, paid, rounds);
    say('webhooks');
    return [sales, events, await measureWebhooks(shop, rounds)];
  } finally {
    await shop.stop();
  }
}
