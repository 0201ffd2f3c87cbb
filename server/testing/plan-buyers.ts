import type { Member, PlanConnection } from '../../contract/members.ts';
import { buildSignedIn } from './crews.ts';
import { planSite } from './plan-site.ts';
import { cards, eventually, type Answer, type TestProduct } from './product.ts';

/** A member of the site with plans, who pays for some. */
export interface Buyer {
  token: string;
  memberId: string;
  email: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Goes to pay for a price. */
  checkout(price: string, more?: Record<string, unknown>): Promise<Answer>;
  /** Goes to pay and pays, and never comes back. @returns the provider's id of the checkout */
  buy(price: string, more?: Record<string, unknown>): Promise<string>;
  self(): Promise<Member>;
  plan(name: string): Promise<PlanConnection | undefined>;
  /** Waits until a plan has a status. */
  sees(plan: string, status: PlanConnection['status']): Promise<PlanConnection>;
}

export interface Buyers {
  buildBuyer(): Promise<Buyer>;
  /** One who has a plan that is paid. */
  buildPayer(price: string, plan: string, status?: PlanConnection['status']): Promise<Buyer>;
  /** One who has paid for the plan `singer` in two pages, the first of which gave it. */
  buildTwicePayer(secondCard?: string): Promise<Buyer>;
  /** Waits until a payment of a buyer has gone back. */
  untilReturned(buyer: Buyer): Promise<void>;
  mailsTo(buyer: Buyer): Promise<{ subject: string; text: string }[]>;
  /** What a plan rests upon at the provider. */
  behind(
    buyer: Buyer,
    plan: string,
  ): Promise<{ checkoutId: string; subscriptionId: string; paymentId: string; sessionId: string }>;
  /** A subscription as the provider has it. */
  subscriptionAt(id: string): Promise<{ status: string; cancel_at_period_end: boolean }>;
  /** A press of a button in the provider's tools. */
  press(tool: string, subscriptionId: string): Promise<void>;
  setFaults(faults: object): Promise<void>;
  /** Runs a job at once. */
  run(job: string): Promise<void>;
  rows<T extends object>(query: string, values?: unknown[]): Promise<T[]>;
}

const page = 'https://choir.example/plans';

/** What a test about buying plans does again and again. */
export function createBuyers(getProduct: () => TestProduct): Buyers {
  const rows: Buyers['rows'] = async (query, values) => (await getProduct().database.pool.query(query, values)).rows;

  async function buildBuyer(): Promise<Buyer> {
    const product = getProduct();
    const { memberId, email, token } = await buildSignedIn(product.database.pool, planSite.id);
    const as = (headers = {}) => ({ token, headers: { 'x-api-key': planSite.publicKey, ...headers } });
    const buyer: Buyer = {
      token,
      memberId,
      email,
      get: (path) => product.call('GET', path, as()),
      post: (path, body, headers) => product.call('POST', path, { ...as(headers), body }),
      checkout: (price, more = {}) =>
        buyer.post('/member/plans/create-checkout-session', {
          priceId: `prc_choir_${price}`,
          success_url: `${page}/thanks`,
          origin_url: page,
          ...more,
        }),
      async buy(price, { card = cards.success, ...more } = {}) {
        const { status, body } = await buyer.checkout(price, more);
        if (status !== 200) throw new Error(`going to pay answered ${JSON.stringify(body)}`);
        const paid = await product.pay(body.data.url, String(card));
        if (paid.status !== 200) throw new Error(`paying answered ${JSON.stringify(paid.body)}`);
        return new URL(body.data.url).pathname.split('/').at(-1)!;
      },
      self: async () => (await buyer.get('/member')).body.data,
      plan: async (name) => (await buyer.self()).planConnections.find(({ planId }) => planId === `pln_choir_${name}`),
      async sees(plan, status) {
        await eventually(async () => (await buyer.plan(plan))?.status === status);
        return (await buyer.plan(plan))!;
      },
    };
    return buyer;
  }

  return {
    buildBuyer,
    async buildPayer(price, plan, status = 'ACTIVE') {
      const buyer = await buildBuyer();
      await buyer.buy(price);
      await buyer.sees(plan, status);
      return buyer;
    },
    async buildTwicePayer(secondCard) {
      const buyer = await buildBuyer();
      const checkOut = async (price: string): Promise<string> => {
        const { url } = (await buyer.checkout(price)).body.data;
        // As if the page had expired here but not at the provider.
        await rows(`update plan_checkout set state = 'expired' where member_id = $1`, [buyer.memberId]);
        return url;
      };
      const [first, second] = [await checkOut('monthly'), await checkOut('trial')];
      await getProduct().pay(first);
      await buyer.sees('singer', 'ACTIVE');
      await getProduct().pay(second, secondCard);
      return buyer;
    },
    untilReturned: ({ memberId }) =>
      eventually(async () => {
        const query = `select 1 from plan_checkout where member_id = $1 and state = 'returned'`;
        return (await rows(query, [memberId])).length > 0;
      }),
    mailsTo: async ({ email }) =>
      (await getProduct().call('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)).body,
    async behind({ memberId }, plan) {
      const found = await rows<any>(
        `select k.id as "checkoutId", c.subscription_id as "subscriptionId", k.session_id as "sessionId",
           (select provider_payment_id from plan_payment where checkout_id = k.id order by received_at desc limit 1) as "paymentId"
         from plan_connection c join plan_checkout k on k.id = c.checkout_id where c.member_id = $1 and c.plan_id = $2`,
        [memberId, `pln_choir_${plan}`],
      );
      return found[0];
    },
    subscriptionAt: async (id) =>
      (await getProduct().call('GET', '/dev/card/subscriptions.json')).body.find((each: any) => each.id === id),
    async press(tool, subscriptionId) {
      const { status } = await getProduct().call('POST', `/dev/card/subscriptions/${subscriptionId}/${tool}`);
      if (status !== 200) throw new Error(`${tool} answered ${status}`);
    },
    setFaults: async (faults) => void (await getProduct().call('POST', '/dev/card/faults', { body: faults })),
    run: async (job) => void (await rows(`select graphile_worker.add_job($1)`, [job])),
    rows,
  };
}
