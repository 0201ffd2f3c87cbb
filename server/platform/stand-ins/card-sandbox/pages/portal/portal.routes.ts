import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../../../http/typed.ts';
import { changeCard, setCancellation } from '../../subscriptions/portal-changes.ts';
import type { Sandbox } from '../../sandbox.ts';
import { hasEnded } from '../../subscriptions/subscription-states.ts';
import { endedPage } from '../ended-page.ts';
import { cancelPage, cardPage } from './portal-forms.ts';
import { portalNotes, portalPage, type PortalNote } from './portal-page.ts';
import { findPortalView, type PortalView } from './portal-view.ts';
import { answerScript, isFromScript, readCard, readTyped, showPage, type Answer } from '../typed-card.ts';

type Request = FastifyRequest<{ Params: { id: string; subscription: string }; Querystring: { done?: string } }>;
type Handler = (view: PortalView, request: Request, reply: FastifyReply) => unknown;

/** The billing portal. Its address is a capability: it allows what the customer may do. */
export function portalRoutes(app: Http, sandbox: Sandbox): void {
  const withView = (handle: Handler) => async (request: Request, reply: FastifyReply) => {
    const view = await findPortalView(sandbox.db, request.params.id);
    return view ? handle(view, request, reply) : showUnknown(reply);
  };
  const backTo = ({ portal }: PortalView, done: PortalNote) => `/dev/card/portal/${portal.id}?done=${done}`;
  const setEnd = (atPeriodEnd: boolean, done: PortalNote) =>
    withView(async (view, request, reply) => {
      const id = request.params.subscription;
      await setCancellation(sandbox, { customer: view.customer.id, id, atPeriodEnd });
      return reply.redirect(backTo(view, done), 303);
    });

  app.get(
    '/dev/card/portal/:id',
    withView((view, request, reply) => showPage(reply, 200, portalPage(view, noteOf(request)))),
  );

  app.get(
    '/dev/card/portal/:id/subscriptions/:subscription/cancel',
    withView((view, request, reply) => {
      const plan = view.plans.find(({ subscription: { id } }) => id === request.params.subscription);
      if (!plan || hasEnded(plan.subscription)) return showUnknown(reply);
      return showPage(reply, 200, cancelPage(view, plan));
    }),
  );
  app.post('/dev/card/portal/:id/subscriptions/:subscription/cancel', setEnd(true, 'cancelled'));
  app.post('/dev/card/portal/:id/subscriptions/:subscription/resume', setEnd(false, 'resumed'));

  app.get(
    '/dev/card/portal/:id/card',
    withView((view, _request, reply) => showPage(reply, 200, cardPage(view))),
  );
  app.post(
    '/dev/card/portal/:id/card',
    withView(async (view, request, reply) => {
      const typed = readTyped(request.body);
      const card = readCard(typed);
      const answer: Answer = 'faults' in card ? card : await save(sandbox, view, card, backTo(view, 'card'));
      if (isFromScript(request)) return answerScript(reply, answer);
      if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
      return showPage(reply, 422, cardPage({ ...view, ...answer, typed }));
    }),
  );
}

async function save(
  sandbox: Sandbox,
  { customer }: PortalView,
  card: Parameters<typeof changeCard>[2],
  redirect: string,
): Promise<Answer> {
  const declined = await changeCard(sandbox, customer.id, card);
  return declined === undefined ? { redirect } : { declined };
}

const noteOf = ({ query: { done = '' } }: Request): PortalNote | undefined =>
  (Object.keys(portalNotes) as PortalNote[]).find((note) => note === done);

const showUnknown = (reply: FastifyReply) =>
  showPage(reply, 404, endedPage('There is no such page', 'The link is incomplete, or what it led to is over.'));
