import { randomUUID } from 'node:crypto';
import { createBuying } from './buying.ts';
import type { Answer, Student, TestProduct } from './product.ts';
import { openConsole, type TestConsole } from './staff-console.ts';

/** What staff do about orders, as the console's page calls it. */
export interface Desk {
  console: TestConsole;
  show(orderId: string, cookie: string): Promise<Answer>;
  /** What can go back now, as the dialog reads it. */
  terms(orderId: string, cookie: string): Promise<any>;
  /** Refunds an amount of what can go back now, unless the wish says otherwise. */
  refund(orderId: string, cookie: string, wish?: Record<string, unknown>): Promise<Answer>;
  move(orderId: string, cookie: string, wish: Record<string, unknown>): Promise<Answer>;
  /** A student who paid at UTS in full, and their order. */
  bought(card?: string): Promise<{ student: Student; orderId: string; cohortId: string }>;
  query(text: string, ...values: unknown[]): Promise<any[]>;
}

export function openDesk(getProduct: () => TestProduct): Desk {
  const { enrolled, orderOf } = createBuying(getProduct);
  const opened = () => openConsole(getProduct());
  const desk: Desk = {
    get console() {
      return opened();
    },
    show: (orderId, cookie) => opened().call('GET', `/orders/${orderId}`, { cookie }),
    terms: async (orderId, cookie) =>
      (await opened().call('GET', `/orders/${orderId}/refund`, { cookie })).body.data as unknown,
    async refund(orderId, cookie, wish = {}) {
      const refundableCents = (await desk.terms(orderId, cookie))?.refundableCents ?? 0;
      const body = { requestKey: randomUUID(), amountCents: refundableCents, refundableCents, reason: 'Goodwill.' };
      return opened().call('POST', `/orders/${orderId}/refund`, { cookie, body: { ...body, ...wish } });
    },
    move: (orderId, cookie, wish) =>
      opened().call('POST', `/orders/${orderId}/transfer`, { cookie, body: { reason: 'A new job.', ...wish } }),
    async bought(card) {
      const { student, cohortId } = await enrolled('full', card);
      return { student, cohortId, orderId: (await orderOf(student)).id };
    },
    query: async (text, ...values) => (await getProduct().database.pool.query(text, values)).rows,
  };
  return desk;
}
