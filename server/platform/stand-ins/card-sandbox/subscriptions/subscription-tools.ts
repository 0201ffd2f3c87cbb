import { retryInvoice } from './collect-invoice.ts';
import { hostedPage, recordEvents } from '../events/events.ts';
import { saveObject } from '../store/object.store.ts';
import { endPeriod } from './renewals.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { hasEnded } from './subscription-states.ts';
import { cancelSubscription, endTrial, lockSubscription } from './subscriptions.ts';
import type { ForcedPayment } from '../wire/objects.ts';
import type { Subscription } from '../wire/subscription-types.ts';
import { invalidRequest } from '../wire/wire-error.ts';

/** Buttons that simulate the passage of time, or actions in the provider's dashboard. */
export const subscriptionTools = {
  /** Ends the period now. */
  renew: (sandbox: Sandbox, id: string) =>
    change(sandbox, async (tx) => {
      const found = await lockSubscription(tx, id);
      requireLive(found.data);
      await recordEvents(tx, hostedPage, await endPeriod(tx, sandbox.publicUrl, found));
    }),

  'end-trial': (sandbox: Sandbox, id: string) =>
    change(sandbox, async (tx) => {
      await endTrial(tx, sandbox.publicUrl, await lockSubscription(tx, id), hostedPage);
    }),

  /** Retries an unpaid invoice now. */
  collect: async (sandbox: Sandbox, id: string) => {
    const { data } = await change(sandbox, (tx) => lockSubscription(tx, id));
    if (data.latest_invoice !== null) await retryInvoice(sandbox, data.latest_invoice, { isDemanded: true });
  },

  /** Ends it at once. */
  cancel: (sandbox: Sandbox, id: string) => change(sandbox, (tx) => cancelSubscription(tx, id, hostedPage)),

  'fail-next': (sandbox: Sandbox, id: string) => forcePayment(sandbox, id, 'declined'),
  'confirm-next': (sandbox: Sandbox, id: string) => forcePayment(sandbox, id, 'needs-action'),
  'pay-next': (sandbox: Sandbox, id: string) => forcePayment(sandbox, id, undefined),
} satisfies Record<string, (sandbox: Sandbox, id: string) => Promise<unknown>>;

export type SubscriptionTool = keyof typeof subscriptionTools;

/** Forces the outcome of the next payment; undefined leaves it to the card. */
const forcePayment = (sandbox: Sandbox, id: string, forced: ForcedPayment | undefined) =>
  change(sandbox, async (tx) => {
    const { data, inner } = await lockSubscription(tx, id);
    requireLive(data);
    await saveObject(tx, 'subscription', data, { withoutCard: inner.withoutCard, nextPayment: forced });
  });

function requireLive(subscription: Subscription): void {
  if (hasEnded(subscription)) throw invalidRequest('This subscription has ended.');
}
