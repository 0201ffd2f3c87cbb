import type { FastifyRequest } from 'fastify';
import type { Http } from '../../../../http/typed.ts';
import { expireOpenSession } from '../../checkouts/checkout-sessions.ts';
import { repriceSession } from '../../checkouts/reprice-session.ts';
import { moveDispute } from '../../payments/disputes.ts';
import { hostedPage } from '../../events/events.ts';
import { findFaults, replaceFaults } from '../../events/fault.store.ts';
import { readFaults } from '../../events/faults.ts';
import { listObjects } from '../../store/object.store.ts';
import { createRefund } from '../../payments/refunds.ts';
import { change, type Sandbox } from '../../sandbox.ts';
import type { Form } from '../../wire/form.ts';
import type { Session } from '../../wire/objects.ts';
import { invalidRequest } from '../../wire/wire-error.ts';
import { indexPage } from './index-page.ts';
import { findIndexView } from './index-view.ts';

const html = 'text/html; charset=utf-8';
const listedSessions = 100;

type ById = FastifyRequest<{ Params: { id: string } }>;

/** Actions of the provider's dashboard, for people and scripts. */
export function toolRoutes(app: Http, sandbox: Sandbox): void {
  const { db } = sandbox;
  app.get('/dev/card', (_request, reply) => reply.redirect('/dev/card/'));
  app.get('/dev/card/', async (_request, reply) => reply.type(html).send(indexPage(await findIndexView(db))));

  app.get('/dev/card/sessions.json', async () => {
    const sessions = await listObjects(db, 'session', { limit: listedSessions });
    return sessions.map(shortened);
  });
  app.post('/dev/card/sessions/:id/expire', (request: ById) =>
    change(sandbox, (tx) => expireOpenSession(tx, request.params.id, hostedPage)),
  );
  app.post('/dev/card/sessions/:id/amount', (request: ById) =>
    change(sandbox, (tx) => repriceSession(tx, request.params.id, readJson(request.body))),
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
