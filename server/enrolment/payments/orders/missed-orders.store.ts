import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { stateList } from '../../../platform/moves.ts';
import { openStates } from './order-states.ts';
import { selectOrders, type OrderRecord, type OrderTables } from './orders.store.ts';

/**
 * Orders of deleted members that the deletion did not settle: money not reported to staff, a refund not begun, a seat
 * still held. An order under review is left out while its `amount-differs` review is open. Oldest first, all pages.
 */
export async function* readMissedByDeletion(db: Database): AsyncGenerator<OrderRecord> {
  let page: PlacedOrder[] = [];
  do {
    page = await listNextOrders(db, page.at(-1));
    if (page.length > 0) yield* await listMissedAmong(db, page);
  } while (page.length === lookedAtOnce);
}

/** Orders that one statement looks at: few of them are found, so a page of these would read nearly all. */
const lookedAtOnce = 1_000;

/** An order's place among all. `createdAt` is text, since a Date has no microseconds. */
interface PlacedOrder {
  id: string;
  createdAt: string;
}

/**
 * Orders in the order they were placed in.
 *
 * @param after the last one before, by value: an unpaid order may be deleted between two pages
 */
const listNextOrders = (db: Database, after: PlacedOrder | undefined): Promise<PlacedOrder[]> =>
  db
    .withTables<OrderTables>()
    .selectFrom('enrolment_order as o')
    .select(['o.id', sql<string>`o.created_at::text`.as('createdAt')])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(o.created_at, o.id) > (${after!.createdAt}::timestamptz, ${after!.id})`),
    )
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(lookedAtOnce)
    .execute();

const listMissedAmong = (db: Database, page: readonly PlacedOrder[]): Promise<OrderRecord[]> =>
  selectOrders(db)
    .where(sql<boolean>`o.id = any(${page.map(({ id }) => id)}::text[])`)
    .where(sql<boolean>`not exists (select from member where member.id = o.member_id)`)
    .where(
      sql<boolean>`case
        when o.state in ('paid', 'review') then not exists (select from review_item where subject = o.id
          and (kind = 'deleted-member-paid' or (o.state = 'review' and resolved_at is null)))
        when o.state = 'unseated' then true
        when o.state in (${stateList(openStates)})
          then exists (select from seat_claim where order_id = o.id and state = 'live')
        else false end`,
    )
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute();
