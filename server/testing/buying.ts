import type { Student, TestProduct } from './product.ts';
import { eventually } from './product.ts';

export interface Buying {
  checkout(student: Student, cohortId: string, wish?: Record<string, unknown>): ReturnType<Student['post']>;
  orderOf(student: Student): Promise<any>;
  memberOf(student: Student): Promise<any>;
  /** The provider's id of an order's payment. */
  paymentOf(student: Student): Promise<string>;
  sessionOf(checkoutUrl: string): string;
  mailsTo(email: string): Promise<{ subject: string; text: string }[]>;
  /** Asks what became of a payment, as the success page does. */
  confirm(student: Student, checkoutUrl: string): Promise<any>;
  /** A student who has paid and been enrolled by the card event alone. */
  enrolled(
    paymentType?: 'full' | 'deposit',
    card?: string,
  ): Promise<{ student: Student; cohortId: string; url: string }>;
}

/** What a test about paying does again and again. */
export function createBuying(getProduct: () => TestProduct): Buying {
  const buying: Buying = {
    checkout: (student, cohortId, wish = {}) =>
      student.post('/enrolment/checkout', {
        partner: 'uts',
        cohortId,
        paymentType: 'full',
        acknowledged: true,
        ...wish,
      }),
    orderOf: async (student) => (await student.get('/enrolment/order')).body.data,
    memberOf: async (student) => (await student.get('/member')).body.data,
    async paymentOf(student) {
      const { rows } = await getProduct().database.pool.query<{ id: string }>(
        `select p.provider_payment_id as id from payment p join enrolment_order o on o.id = p.order_id where o.member_id = $1`,
        [student.memberId],
      );
      return rows[0]!.id;
    },
    sessionOf: (checkoutUrl) => new URL(checkoutUrl).pathname.split('/').at(-1)!,
    mailsTo: async (email) => (await getProduct().call('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)).body,
    async confirm(student, checkoutUrl) {
      const answer = await student.post('/enrolment/payments/confirm', { sessionId: buying.sessionOf(checkoutUrl) });
      if (answer.status !== 200) throw new Error(`confirming answered ${answer.status}`);
      return answer.body.data.order;
    },
    async enrolled(paymentType = 'full', card?: string) {
      const student = await getProduct().buildStudent();
      const cohortId = await getProduct().buildCohort(3);
      const { url } = (await buying.checkout(student, cohortId, { paymentType })).body.data;
      await getProduct().pay(url, card);
      await eventually(async () => (await buying.orderOf(student)).state === 'paid');
      return { student, cohortId, url };
    },
  };
  return buying;
}
