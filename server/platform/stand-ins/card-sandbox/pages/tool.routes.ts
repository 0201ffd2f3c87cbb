import type { FastifyRequest } from 'fastify';
import type { Http } from '../../../http/typed.ts';
import { expireOpenSession } from '../checkout-sessions.ts';
import { moveDispute } from '../disputes.ts';
import { hostedPage } from '../events.ts';
import { findFaults, replaceFaults } from '../fault.store.ts';
import { readFaults } from '../faults.ts';
import { findObject, getObject, listObjects } from '../object.store.ts';
import { createRefund } from '../refunds.ts';
import { change, type Sandbox } from '../sandbox.ts';
import type { Form } from '../wire/form.ts';
import type { Session } from '../wire/objects.ts';
import { invalidRequest, missingObject } from '../wire/wire-error.ts';
import { indexPage } from './index-page.ts';
import { portalPage } from './portal-page.ts';

const html = 'text/html; charset=utf-8';
const listedSessions = 100;
const shownSessions = 10;

type ById = FastifyRequest<{ Params: { id: string } }>;

/** The billing portal, and what people and scripts do that would be done in the provider's dashboard. */
export function toolRoutes(app: Http, sandbox: Sandbox): void {
  const { db } = sandbox;
  app.get('/dev/card', (_request, reply) => reply.redirect('/dev/card/'));
  app.get('/dev/card/', async (_request, reply) =>
    reply.type(html).send(indexPage(await listObjects(db, 'session', { limit: shownSessions }))),
  );

  app.get('/dev/card/portal/:id', async (request: ById, reply) => {
    const found = await findObject(db, 'portal_session', request.params.id);
    if (!found) throw missingObject('billing_portal.session', request.params.id, { param: 'id', inAddress: true });
    const { customer, return_url } = found.data;
    const filters = [{ path: ['customer'], operator: '=' as const, value: customer }];
    const charges = await listObjects(db, 'charge', { limit: listedSessions, filters });
    const { data } = await getObject(db, 'customer', customer);
    return reply.type(html).send(portalPage(data, charges, return_url));
  });

  app.get('/dev/card/sessions.json', async () => {
    const sessions = await listObjects(db, 'session', { limit: listedSessions });
    return sessions.map(shortened);
  });
  app.post('/dev/card/sessions/:id/expire', (request: ById) =>
    change(sandbox, (tx) => expireOpenSession(tx, request.params.id, hostedPage)),
  );
  app.post('/dev/card/refunds', (request) =>
    change(sandbox, (tx) => createRefund(tx, readJson(request.body), hostedPage)),
  );
  app.post('/dev/card/disputes', (request) => change(sandbox, (tx) => moveDispute(tx, readJson(request.body))));

  app.get('/dev/card/faults', () => findFaults(db));
  app.post('/dev/card/faults', async (request) => {
    await replaceFaults(db, readFaults(request.body));
    return findFaults(db);
  });
  app.delete('/dev/card/faults', async () => {
    await replaceFaults(db, {});
    return {};
  });
}

const shortened = ({
  id,
  status,
  payment_status,
  amount_total,
  currency,
  client_reference_id,
  payment_intent,
}: Session) => ({
  id,
  status,
  payment_status,
  amount_total,
  currency,
  client_reference_id,
  payment_intent,
});

/** The API counts in texts, JSON in numbers. */
function readJson(body: unknown): Form {
  if (typeof body !== 'object' || body === null) throw invalidRequest('Send JSON with a payment_intent.');
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
