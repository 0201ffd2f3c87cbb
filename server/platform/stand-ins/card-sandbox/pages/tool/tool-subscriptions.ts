import { hasEnded } from '../../subscriptions/subscription-states.ts';
import type { SubscriptionTool } from '../../subscriptions/subscription-tools.ts';
import { periodOf } from '../../wire/subscription-objects.ts';
import { html, type Html } from '../html.ts';
import type { Subscribed } from './index-view.ts';
import { showPrice } from '../portal/portal-page.ts';
import { showDate } from '../wording.ts';

/** The latest subscriptions, with buttons that simulate the passage of time. */
export const subscriptionList = (subscriptions: Subscribed[]): Html =>
  subscriptions.length === 0
    ? html`<p>None yet.</p>`
    : html`<ul class="subscriptions">
        ${subscriptions.map(entry)}
      </ul>`;

function entry(subscribed: Subscribed): Html {
  const { data, inner, name, email } = subscribed;
  return html`<li class="plan">
    <div class="plan-head">
      <h3>${name}</h3>
      <span class="state state-${data.status === 'past_due' ? 'bad' : hasEnded(data) ? 'quiet' : 'good'}"
        >${data.status}</span
      >
    </div>
    <p>${showPrice(data)}${email !== null && html`, ${email}`}</p>
    <p class="quiet"><code>${data.id}</code></p>
    <p class="quiet">${whenNext(subscribed)}</p>
    ${inner.nextPayment && html`<p class="quiet">${forcedTexts[inner.nextPayment]}</p>`}
    <div class="tools">${toolsOf(subscribed).map(([tool, label]) => toolButton(data.id, tool, label))}</div>
  </li>`;
}

const forcedTexts = {
  declined: 'The next payment will be declined.',
  'needs-action': 'The next payment will need the cardholder.',
};

function whenNext({ data }: Subscribed): string {
  if (hasEnded(data)) return `Ended on ${showDate(data.ended_at ?? data.created)}.`;
  const end = showDate(periodOf(data).end);
  if (data.cancel_at_period_end) return `Ends on ${end}.`;
  return data.status === 'trialing' ? `Trial until ${end}.` : `Renews on ${end}.`;
}

function toolsOf({ data, inner }: Subscribed): [SubscriptionTool, string][] {
  if (hasEnded(data)) return [];
  const end = data.status === 'trialing' ? 'End trial now' : 'Renew now';
  return [
    ['renew', data.cancel_at_period_end ? 'End period now' : end],
    ...(data.status === 'past_due' ? [['collect', 'Try payment again'] as [SubscriptionTool, string]] : []),
    ...(inner.nextPayment
      ? [['pay-next', 'Leave next payment to the card'] as [SubscriptionTool, string]]
      : ([
          ['fail-next', 'Next payment fails'],
          ['confirm-next', 'Next payment needs cardholder'],
        ] as [SubscriptionTool, string][])),
    ['cancel', 'Cancel at once'],
  ];
}

const toolButton = (id: string, tool: SubscriptionTool, label: string): Html =>
  html`<form method="post" action="/dev/card/subscriptions/${id}/${tool}">
    <button class="button secondary small" type="submit">${label}</button>
  </form>`;
