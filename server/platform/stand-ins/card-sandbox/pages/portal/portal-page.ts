import { formatMoney, formatMoneyWithCode } from '../../money.ts';
import { hasEnded } from '../../subscriptions/subscription-states.ts';
import type { Charge } from '../../wire/objects.ts';
import { periodOf } from '../../wire/subscription-objects.ts';
import type { Invoice, Subscription } from '../../wire/subscription-types.ts';
import { labelOfBrand } from '../assets/card-rules.js';
import { plainBanner } from '../card-form.ts';
import { html, page, type Html } from '../html.ts';
import { arrow, tick, warningSign } from '../icons.ts';
import type { Plan, PortalView } from './portal-view.ts';
import { showDate, showInterval, showShortDate } from '../wording.ts';

/** Confirmations of the last action, shown at the top of the page. */
export const portalNotes = {
  cancelled: 'Your plan will end with its period. Nothing more is charged.',
  resumed: 'Your plan goes on.',
  card: 'Your new card is used from the next payment on.',
};
export type PortalNote = keyof typeof portalNotes;

/** A customer's plans, card and payments. */
export function portalPage(view: PortalView, note: PortalNote | undefined): string {
  const { portal, customer, plans } = view;
  const running = plans.filter(({ subscription }) => !hasEnded(subscription));
  const ended = plans.filter(({ subscription }) => hasEnded(subscription));
  const body = html`${plainBanner}
    <main class="document portal">
      ${returnLink(portal.return_url)}
      <h1>Plans and payments</h1>
      <p class="quiet">${customer.email ?? customer.name ?? customer.id}</p>
      ${note && html`<p class="success" role="status">${tick}<span>${portalNotes[note]}</span></p>`}
      <h2>Your plans</h2>
      ${running.length === 0 && html`<p>You have no plan that is paid for regularly.</p>`}
      ${running.map((plan) => planCard(portal.id, plan))} ${ended.length > 0 && endedPlans(ended)} ${payments(view)}
    </main>`;
  return page('Plans and payments', body);
}

const returnLink = (address: string | null): Html | false =>
  address !== null && html`<a class="back" href="${address}">${arrow}<span>Return to site</span></a>`;

function planCard(portalId: string, plan: Plan): Html {
  const { subscription, name, card, latestInvoice } = plan;
  const address = `/dev/card/portal/${portalId}`;
  const isUnpaid = subscription.status === 'past_due' && latestInvoice?.status === 'open';
  return html`<article class="plan" aria-label="${name}">
    <div class="plan-head">
      <h3>${name}</h3>
      <span class="state state-${stateOf(subscription).kind}">${stateOf(subscription).label}</span>
    </div>
    <p class="plan-price">${showPrice(subscription)}</p>
    ${isUnpaid && latestInvoice && unpaidNotice(latestInvoice)}
    <dl class="facts">
      <div>
        <dt>${nextLabel(subscription)}</dt>
        <dd>${showDate(periodOf(subscription).end)}</dd>
      </div>
      <div>
        <dt>Paid with</dt>
        <dd>${card ?? 'No card'} <a href="${address}/card">${card === undefined ? 'Add a card' : 'Change card'}</a></dd>
      </div>
    </dl>
    ${
      subscription.cancel_at_period_end
        ? html`<form method="post" action="${address}/subscriptions/${subscription.id}/resume">
            <button class="button secondary" type="submit">Keep the plan</button>
          </form>`
        : html`<a class="button secondary" href="${address}/subscriptions/${subscription.id}/cancel">Cancel plan</a>`
    }
  </article>`;
}

function unpaidNotice(invoice: Invoice): Html {
  const amount = formatMoney(invoice.amount_due, invoice.currency);
  return html`<div class="notice">
    ${warningSign}
    <p>The last payment did not work. <a href="${pathOf(invoice)}">Pay ${amount} now</a></p>
  </div>`;
}

const pathOf = ({ id }: Invoice) => `/dev/card/invoices/${id}`;

export function showPrice({ items, currency }: Subscription): string {
  const [item] = items.data;
  const amount = items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  return `${formatMoney(amount, currency)} ${item ? showInterval(item.price) : ''}`;
}

function stateOf({ status, cancel_at_period_end }: Subscription): { kind: string; label: string } {
  if (status === 'past_due' || status === 'unpaid') return { kind: 'bad', label: 'Payment failed' };
  if (cancel_at_period_end) return { kind: 'quiet', label: 'Ends soon' };
  return status === 'trialing' ? { kind: 'good', label: 'Trial' } : { kind: 'good', label: 'Active' };
}

function nextLabel({ status, cancel_at_period_end }: Subscription): string {
  if (cancel_at_period_end) return 'Ends on';
  return status === 'trialing' ? 'Trial ends, first payment on' : 'Next payment on';
}

const endedPlans = (plans: Plan[]): Html =>
  html`<h3 class="minor">Ended</h3>
    <ul>
      ${plans.map(
        ({ name, subscription }) =>
          html`<li class="row">
            <span>${name}</span
            ><span class="quiet">${showShortDate(subscription.ended_at ?? subscription.created)}</span>
          </li>`,
      )}
    </ul>`;

function payments({ invoices, payments: charges }: PortalView): Html {
  const rows = [...invoices.map(invoiceRow), ...charges.map(chargeRow)]
    .toSorted((one, other) => other.created - one.created)
    .map(({ row }) => row);
  return html`<h2>Payments</h2>
    ${
      rows.length === 0
        ? html`<p>No payments yet.</p>`
        : html`<ul>
            ${rows}
          </ul>`
    }`;
}

interface Row {
  created: number;
  row: Html;
}

const row = (created: number, what: Html, state: string, amount: string): Row => ({
  created,
  row: html`<li class="row">
    <div>${what}<span class="item-more">${showShortDate(created)}, ${state}</span></div>
    <span class="figure">${amount}</span>
  </li>`,
});

const invoiceRow = (invoice: Invoice): Row =>
  row(
    invoice.created,
    html`<a href="${pathOf(invoice)}">Invoice ${invoice.number}</a>`,
    invoice.status === 'paid' ? 'paid' : 'not paid',
    formatMoneyWithCode(invoice.total, invoice.currency),
  );

function chargeRow(charge: Charge): Row {
  const { brand = '', last4 } = charge.payment_method_details?.card ?? {};
  const what = charge.description ?? `${labelOfBrand(brand ?? '')} ending in ${last4}`;
  return row(charge.created, html`${what}`, stateOfCharge(charge), formatMoneyWithCode(charge.amount, charge.currency));
}

function stateOfCharge(charge: Charge): string {
  if (charge.status === 'failed') return 'declined';
  if (charge.status === 'pending') return 'on its way';
  if (charge.refunded) return 'refunded';
  if (charge.amount_refunded > 0)
    return `paid, ${formatMoneyWithCode(charge.amount_refunded, charge.currency)} refunded`;
  return 'paid';
}
