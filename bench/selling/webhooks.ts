import { addLoneJob } from '../../server/platform/jobs.ts';
import { roundOf } from '../../server/membership/site-events/delivery-rounds.ts';
import { sendAll } from '../burst.ts';
import { median } from '../membership/load.ts';
import { post } from '../requests.ts';
import type { Table } from '../table.ts';
import { endpoints, toldSite, type Shop } from './shop.ts';

const waiting = 400;

/** Measures webhooks out: how fast what waits for one endpoint is signed, sent and noted. */
export async function measureWebhooks(shop: Shop, rounds: number): Promise<Table> {
  const results: { product: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++)
    results.push({ bare: await sendByFloor(shop), product: await sendByProduct(shop) });
  const [product, bare] = [median(results.map((each) => each.product)), median(results.map((each) => each.bare))];
  return {
    title: `Webhooks to one endpoint, ${waiting} that wait (${rounds} rounds, in turns)`,
    columns: ['', 'delivered/s', 'ratio'],
    rows: [
      ['product', Math.round(product), (product / bare).toFixed(2)],
      ['bare', Math.round(bare), '1.00'],
    ],
    verdicts: [],
  };
}

async function sendByProduct(shop: Shop): Promise<number> {
  await insertDeliveries(shop, endpoints.product);
  const received = shop.receiver.expect(waiting);
  await addLoneJob(shop.db, ...roundOf({ siteId: toldSite, id: endpoints.product }, { trouble: 0 }));
  return received;
}

async function sendByFloor(shop: Shop): Promise<number> {
  await insertDeliveries(shop, endpoints.bare);
  const received = shop.receiver.expect(waiting);
  const wish = { siteId: toldSite, endpointId: endpoints.bare, url: shop.receiver.url };
  const [answer] = await sendAll(shop.bare.url, 1, [post('/deliver', '', wish)]);
  if (answer!.status !== 200) throw new Error(`the floor answered ${answer!.body}`);
  return received;
}

async function insertDeliveries({ pool }: Shop, endpointId: string): Promise<void> {
  await pool.query(
    `insert into site_event_delivery (id, site_id, endpoint_id, event, payload)
     select 'msg_' || gen_random_uuid(), $1, $2, 'member.updated', $3 from generate_series(1, $4::int)`,
    [toldSite, endpointId, JSON.stringify(payload), waiting],
  );
}

/** As large as a member with some fields and plans. */
const payload = { id: 'mem_sb_bench', auth: { email: 'robin@example.org' }, customFields: { about: 'x'.repeat(600) } };
