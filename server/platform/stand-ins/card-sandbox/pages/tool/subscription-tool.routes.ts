import type { FastifyRequest } from 'fastify';
import type { Http } from '../../../../http/typed.ts';
import { getObject, listObjects } from '../../store/object.store.ts';
import type { Sandbox } from '../../sandbox.ts';
import { subscriptionTools, type SubscriptionTool } from '../../subscriptions/subscription-tools.ts';
import { periodOf } from '../../wire/subscription-objects.ts';
import type { Subscription } from '../../wire/subscription-types.ts';

const listed = 100;

type ById = FastifyRequest<{ Params: { id: string } }>;

/** Time travel for subscriptions: buttons of the tool page, and requests of scripts. */
export function subscriptionToolRoutes(app: Http, sandbox: Sandbox): void {
  const { db } = sandbox;
  app.get('/dev/card/subscriptions.json', async () =>
    (await listObjects(db, 'subscription', { limit: listed })).map(shortened),
  );

  for (const tool of Object.keys(subscriptionTools) as SubscriptionTool[])
    app.post(`/dev/card/subscriptions/:id/${tool}`, async (request: ById, reply) => {
      const { id } = request.params;
      await subscriptionTools[tool](sandbox, id);
      if (isFromPage(request)) return reply.redirect('/dev/card/#subscriptions', 303);
      return shortened((await getObject(db, 'subscription', id)).data);
    });
}

const isFromPage = ({ headers }: ById) =>
  String(headers['content-type']).startsWith('application/x-www-form-urlencoded');

const shortened = (subscription: Subscription) => ({
  id: subscription.id,
  status: subscription.status,
  customer: subscription.customer,
  cancel_at_period_end: subscription.cancel_at_period_end,
  current_period_end: periodOf(subscription).end,
  trial_end: subscription.trial_end,
  latest_invoice: subscription.latest_invoice,
  metadata: subscription.metadata,
});
