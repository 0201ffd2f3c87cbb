import { Webhook } from 'svix';
import { siteEvents } from '../../contract/site-events.ts';
import { deliverDue, retrySeconds } from '../membership/site-events/deliver.ts';
import { announce } from '../membership/site-events/announce.ts';
import { listDeliveries, type Attempt, type Delivery } from '../membership/site-events/deliveries.ts';
import { declareEndpoints, listEndpoints, revealSecret } from '../membership/site-events/endpoints.ts';
import { EndpointDeclaration } from '../membership/site-events/site-event.ts';
import type { Services } from '../membership/services.ts';
import { transaction } from '../platform/database/database.ts';
import { eventually } from './eventually.ts';
import { runJob } from './workers.ts';
import { startTestMembership, type TestMembership } from './membership.ts';
import { startReceiver, type Received, type Receiver } from './receiver.ts';

export const site = 'app_demo';

interface Declared {
  id?: string;
  url?: string;
  events?: 'all' | string[];
  enabled?: boolean;
}

/** A product that tells a receiver what happens, and what tests ask both. */
export interface TestWebhooks {
  product: TestMembership;
  receiver: Receiver;
  /** Makes these the endpoints of a site; one named `crm` at `/hook` unless said otherwise. */
  declare(endpoints: Declared[], siteId?: string, services?: Services): Promise<unknown>;
  /** Announces a team. */
  tell(siteId?: string): Promise<void>;
  log(query?: { endpointId?: string; before?: string; limit?: number }, siteId?: string): Promise<Delivery[]>;
  newest(): Promise<Delivery>;
  /** Whether the newest delivery has been tried so often. */
  isTried(times?: number): Promise<boolean>;
  /** The latest attempt at the endpoint. */
  lastAttempt(): Promise<Attempt | null>;
  secretOf(id?: string): Promise<string>;
  eventsReceived(): string[];
  untilReceived(count: number): Promise<void>;
  failingFor(time: string): Promise<unknown>;
  /** The newest delivery has been tried seven times, the first time so long ago, and waits for the eighth. */
  triedFor(time: string): Promise<unknown>;
  troubles(): Promise<number[]>;
  /** How many statements wait for somebody else's lock. */
  waiting(): Promise<number>;
  /** What is done every hour. */
  forget(): Promise<void>;
  /** What waits is due at once, and one worker goes over it. */
  again(): Promise<void>;
  secondsUntilNextTry(id: string): Promise<number>;
  /** As if nothing had been declared or received. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export const eventOf = ({ body }: Received) => JSON.parse(body) as { event: string; timestamp: number; payload: any };

/** @throws Error where the library everybody uses would not believe it */
export const prove = (secret: string, { headers, body }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

export async function startTestWebhooks(): Promise<TestWebhooks> {
  const [product, receiver] = await Promise.all([startTestMembership(), startReceiver()]);
  const { pool } = product.database;
  const { db } = product.services;

  const declare: TestWebhooks['declare'] = (endpoints, siteId = site, services = product.services) =>
    transaction(db, (tx) =>
      declareEndpoints(
        services,
        tx,
        siteId,
        endpoints.map((each) => EndpointDeclaration.parse({ id: 'crm', url: `${receiver.origin}/hook`, ...each })),
      ),
    );
  const log: TestWebhooks['log'] = (query = {}, siteId = site) => listDeliveries(db, siteId, { limit: 50, ...query });
  const newest = async () => (await log({ limit: 1 }))[0]!;

  return {
    product,
    receiver,
    declare,
    tell: (siteId = site) =>
      transaction(db, (tx) => announce(tx, siteId, 'team.created', siteEvents['team.created'].example)),
    log,
    newest,
    isTried: async (times = 1) => (await newest()).attempts.length === times,
    lastAttempt: async () => (await listEndpoints(db, site))[0]!.lastAttempt,
    secretOf: (id = 'crm') => revealSecret(product.services, db, site, id),
    eventsReceived: () => receiver.received.map((each) => eventOf(each).event),
    untilReceived: (count) => eventually(async () => receiver.received.length >= count),
    failingFor: (time) => pool.query(`update site_event_endpoint set failing_since = now() - $1::interval`, [time]),
    triedFor: (time) =>
      pool.query(
        `update site_event_delivery set state = 'waiting', attempts = (
           select jsonb_agg(jsonb_build_object('status', 500, 'ms', 1, 'answer', '', 'at', now() - $1::interval))
           from generate_series(1, 7))
         where id = (select id from site_event_delivery order by created_at desc limit 1)`,
        [time],
      ),
    async troubles() {
      const { rows } = await pool.query('select trouble from site_event_endpoint where site_id = $1 order by id', [
        site,
      ]);
      return rows.map(({ trouble }) => trouble);
    },
    async waiting() {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    },
    async forget() {
      for (const job of ['forget-old-deliveries', 'erase-delivered-content'])
        await runJob(product.membership.jobs(), job);
    },
    async again() {
      await eventually(async () => {
        const { rows } = await pool.query('select 1 from site_event_endpoint where busy_until is not null');
        return rows.length === 0;
      });
      await pool.query('update site_event_delivery set next_attempt_at = now()');
      await deliverDue(product.services, { siteId: site, id: 'crm' }, true);
    },
    async secondsUntilNextTry(id) {
      const { rows } = await pool.query(
        'select extract(epoch from next_attempt_at - now())::float as seconds from site_event_delivery where id = $1',
        [id],
      );
      return retrySeconds.find((each) => Math.abs(each - rows[0].seconds) < 5) ?? rows[0].seconds;
    },
    async reset() {
      for (const siteId of [site, 'app_live']) await declare([], siteId);
      receiver.received = [];
      receiver.answer = (response) => void response.end('{}');
    },
    stop: async () => void (await Promise.all([product.stop(), receiver.stop()])),
  };
}
