import { periodOf } from '../../wire/subscription-objects.ts';
import { cardForm, hasFault, plainBanner, testBanner, type Typed } from '../card-form.ts';
import { html, page } from '../html.ts';
import { arrow } from '../icons.ts';
import type { Plan, PortalView } from './portal-view.ts';
import { showPrice } from './portal-page.ts';
import { showDate } from '../wording.ts';

/** Asks once more before a plan ends. */
export function cancelPage({ portal }: PortalView, { name, subscription }: Plan): string {
  const address = `/dev/card/portal/${portal.id}`;
  const end = showDate(periodOf(subscription).end);
  const body = html`${plainBanner}
    <main class="document portal narrow">
      <a class="back" href="${address}">${arrow}<span>Plans and payments</span></a>
      <h1>Cancel ${name}?</h1>
      <p class="plan-price">${showPrice(subscription)}</p>
      <p>
        ${
          subscription.status === 'trialing'
            ? `Your trial goes on until ${end}. Nothing is charged then.`
            : `You keep the plan until ${end}. After that it ends, and nothing more is charged.`
        }
      </p>
      <form method="post" action="${address}/subscriptions/${subscription.id}/cancel" class="choices">
        <button class="button danger" type="submit">Cancel plan</button>
        <a class="button secondary" href="${address}">Go back</a>
      </form>
    </main>`;
  return page(`Cancel ${name}`, body);
}

/** Takes a new card for all later payments. */
export function cardPage({ portal, customer, ...typed }: PortalView & Typed): string {
  const address = `/dev/card/portal/${portal.id}`;
  const body = html`${testBanner}
    <main class="document portal narrow">
      <a class="back" href="${address}">${arrow}<span>Plans and payments</span></a>
      <h1>Change your card</h1>
      <p class="quiet">The new card pays for all your plans from the next payment on.</p>
      ${cardForm({
        ...typed,
        action: `${address}/card`,
        email: customer.email,
        button: 'Save card',
        asksCard: true,
        notes: [],
      })}
    </main>`;
  return page(`${hasFault(typed) ? 'Error: ' : ''}Change your card`, body, { script: 'checkout.js' });
}
