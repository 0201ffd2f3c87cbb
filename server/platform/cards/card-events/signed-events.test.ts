import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createHttpServer } from '../../http/server.ts';
import type { Http } from '../../http/typed.ts';
import { createLog } from '../../log.ts';
import { createCardProvider } from '../card-provider.ts';
import { cardEventRoutes } from './intake.routes.ts';

const webhookSecret = 'whsec_of_a_test_about_events';
const kilobyte = 1024;
const log = createLog('silent');
const { webhooks } = new Stripe('sk_test_nobody');

let database: TestDatabase;
let app: Http;
beforeAll(async () => {
  database = await createTestDatabase();
  const cards = createCardProvider({ secretKey: 'sk_test_nobody', webhookSecret, apiBase: undefined, log });
  app = createHttpServer({ log, trustedProxies: [] });
  app.register(async (scoped) => cardEventRoutes(scoped as unknown as Http, { db: database.db, cards, log }));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(() => database.pool.query('delete from provider_event'));

const sign = (body: string) => webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });

/** Sends an event as the card provider does. @returns what was answered, and the events that were kept */
async function send(body: string, { signature = sign(body), type = 'application/json; charset=utf-8' } = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'stripe-signature': signature, 'content-type': type },
    payload: body,
  });
  const { rows } = await database.pool.query<{ id: string }>('select id from provider_event');
  return { status: answer.statusCode, json: answer.json(), kept: rows.map(({ id }) => id) };
}
const taken = (id: unknown) => ({ status: 200, json: { received: true }, kept: [id] });
const refused = (status: number, code: string) => ({
  status,
  json: { error: { code, message: expect.any(String) } },
  kept: [],
});

const eventOf = (bytes: number) => {
  const event = { id: 'evt_large', type: 'x', data: { object: { id: 'x', note: '' } } };
  event.data.object.note = 'x'.repeat(bytes - JSON.stringify(event).length);
  return JSON.stringify(event);
};

describe('a signed event', () => {
  test.for([
    ['of a kind nobody knows', '{"id":"evt_1","type":"moon.full","data":{"object":{"id":"mo_1"}}}', 'evt_1'],
    ['about nothing', '{"id":"evt_2","type":"v2.core.event"}', 'evt_2'],
    ['without an id', '{"type":"x"}', expect.stringMatching(/^[0-9a-f]{64}$/)],
    ['with blanks and lines between its words', '\n{ "id" :\t"evt_3",\r\n "type": "x" }\n', 'evt_3'],
    ['with the same key twice', '{"id":"evt_4","id":"evt_5","type":"x"}', 'evt_5'],
  ] as const)('%s is taken', async ([, body, id]) => {
    expect(await send(body)).toEqual(taken(id));
  });

  test.for(['text/plain', 'application/octet-stream'])('is taken as %s too: its bytes count', async (type) => {
    expect(await send('{"id":"evt_6","type":"x"}', { type })).toEqual(taken('evt_6'));
  });

  test('of 256 KB is taken, and of one byte more refused', async () => {
    expect(await send(eventOf(256 * kilobyte + 1))).toEqual(refused(413, 'body-too-large'));
    expect(await send(eventOf(256 * kilobyte))).toEqual(taken('evt_large'));
  });

  test('is refused once its bytes differ, even if the JSON is equivalent', async () => {
    const body = '{"id":"evt_7","type":"x"}';
    const signature = sign(body);
    for (const other of [`${body}\n`, '{"id": "evt_7","type":"x"}', '{"type":"x","id":"evt_7"}'])
      expect(await send(other, { signature })).toEqual(refused(400, 'invalid-signature'));
    expect(await send(body, { signature })).toEqual(taken('evt_7'));
  });
});
