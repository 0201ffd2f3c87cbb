import { formatMoney } from '../money.ts';
import { suggestedCards } from '../test-cards.ts';
import type { LineItem, Session } from '../wire/objects.ts';
import { groupNumber, type TypedCard } from './assets/card-rules.js';
import { html, page, type Html } from './html.ts';

/** One line of the order, with what its product says about itself. */
export interface Bought {
  item: LineItem;
  about: string | null;
}

export interface CheckoutView {
  session: Session;
  bought: Bought[];
  /** What was typed before, when the form comes back. The security code never does. */
  typed?: Partial<TypedCard>;
  faults?: Partial<Record<keyof TypedCard, string>>;
  /** The bank's answer to the last attempt. */
  declined?: string;
}

const verbs: Record<string, string> = { book: 'Book', donate: 'Donate' };

/** The hosted checkout. It works without its script, which only formats, checks early and shows progress. */
export function checkoutPage(view: CheckoutView): string {
  const { session } = view;
  const amount = formatMoney(session.amount_total, session.currency);
  const hasFault = view.declined !== undefined || Object.keys(view.faults ?? {}).length > 0;
  const title = `${hasFault ? 'Error: ' : ''}Pay ${amount} – ${sellerOf(session)}`;
  const body = html`${testBanner}
    <main class="checkout">
      ${summary(session, view.bought)}
      <section class="pane pane-pay" aria-labelledby="pay-heading">
        <div class="pane-inner">
          <h2 id="pay-heading">Pay by card</h2>
          <p class="quiet brands">Visa, Mastercard and American Express</p>
          ${paymentForm(view, `${verbs[session.submit_type ?? ''] ?? 'Pay'} ${amount}`)}
        </div>
      </section>
    </main>`;
  return page(title, body, { script: 'checkout.js' });
}

const testBanner = html`<aside class="banner" aria-label="Test mode">
  <p class="banner-text">
    <strong>Test mode: no real card is charged.</strong>
    <span>Press a test card to fill it in, or see <a href="/dev/card/">all cards and faults</a>.</span>
  </p>
  <ul class="test-cards">
    ${suggestedCards.map(
      ({ number, label }) =>
        html`<li>
          <button type="button" class="test-card" data-number="${number}">
            <span class="test-card-label">${label}</span>
            <span class="test-card-number">${groupNumber(number)}</span>
          </button>
        </li>`,
    )}
  </ul>
</aside>`;

/** Who is paid: the name the session gives, or else the site the payer comes back to. */
export const sellerOf = (session: Session): string =>
  session.branding_settings?.display_name || new URL(session.success_url ?? '').host;

function summary(session: Session, bought: Bought[]): Html {
  const { currency } = session;
  return html`<section class="pane pane-summary" aria-labelledby="order-heading">
    <div class="pane-inner">
      ${
        session.cancel_url !== null &&
        html`<a class="back" href="${session.cancel_url}" aria-label="Back to ${sellerOf(session)} without paying">
          ${arrow}<span>Back</span>
        </a>`
      }
      <h1 id="order-heading">Pay ${sellerOf(session)}</h1>
      <p class="amount">
        ${formatMoney(session.amount_total, currency)} <span class="currency">${currency.toUpperCase()}</span>
      </p>
      <ul class="items">
        ${bought.map(boughtRow)}
      </ul>
      <dl class="total">
        <div>
          <dt>Total due today</dt>
          <dd>${formatMoney(session.amount_total, currency)}</dd>
        </div>
      </dl>
    </div>
  </section>`;
}

function boughtRow({ item, about }: Bought): Html {
  const { description, quantity, amount_total, currency, price } = item;
  return html`<li>
    <div>
      <span class="item-name">${description}</span>
      ${about !== null && html`<span class="item-more">${about}</span>`}
      ${quantity > 1 && html`<span class="item-more">Quantity ${quantity}, ${formatMoney(price.unit_amount, currency)} each</span>`}
    </div>
    <span class="figure">${formatMoney(amount_total, currency)}</span>
  </li>`;
}

function paymentForm({ session, typed, faults = {}, declined }: CheckoutView, button: string): Html {
  const email = session.customer_details?.email;
  return html`<form method="post" action="/dev/card/pay/${session.id}" novalidate class="payment">
    <div class="notice" id="declined" tabindex="-1" ${declined === undefined && html`hidden`}>
      ${warningSign}
      <p data-declined>${declined}</p>
    </div>
    ${
      email &&
      html`<div class="field">
        <label for="email">Email</label>
        <input id="email" type="email" value="${email}" readonly autocomplete="off" />
      </div>`
    }
    <fieldset>
      <legend>Card details</legend>
      ${field({ name: 'number', label: 'Card number', hint: '1234 1234 1234 1234', numeric: 'cc-number', typed, faults })}
      <div class="pair">
        ${field({ name: 'expiry', label: 'Expiry date', hint: 'MM / YY', numeric: 'cc-exp', typed, faults })}
        ${field({ name: 'cvc', label: 'Security code', hint: 'CVC', numeric: 'cc-csc', faults })}
      </div>
      ${field({ name: 'name', label: 'Name on card', typed, faults })}
    </fieldset>
    <button class="pay" type="submit">
      <span class="spinner" aria-hidden="true"></span><span data-label>${button}</span>
    </button>
    <p class="visually-hidden" role="status" data-status></p>
    ${session.custom_text.submit && html`<p class="quiet">${session.custom_text.submit.message}</p>`}
    <p class="quiet fine">
      The card sandbox stands in for a card provider while none is set up. Never type a real card number.
    </p>
  </form>`;
}

interface Field {
  name: keyof TypedCard;
  label: string;
  hint?: string;
  /** Digits only; how browsers know the field. */
  numeric?: string;
  typed?: Partial<TypedCard>;
  faults: Partial<Record<keyof TypedCard, string>>;
}

function field({ name, label, hint, numeric, typed = {}, faults }: Field): Html {
  const fault = faults[name];
  const id = `card-${name}`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <div class="control">
      <input
        id="${id}"
        name="${name}"
        type="text"
        ${numeric ? html`inputmode="numeric" autocomplete="${numeric}"` : html`autocomplete="cc-name" autocapitalize="words"`}
        enterkeyhint="${name === 'name' ? 'done' : 'next'}"
        spellcheck="false"
        required
        ${hint !== undefined && html`placeholder="${hint}"`}
        value="${typed[name] ?? ''}"
        aria-describedby="${id}-fault"
        ${fault !== undefined && html`aria-invalid="true"`}
      />
      ${name === 'number' && html`<span class="brand" data-brand></span>`}
    </div>
    <p class="fault" id="${id}-fault" ${fault === undefined && html`hidden`}>${warningSign}<span>${fault}</span></p>
  </div>`;
}

const arrow = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M9.5 3 4.5 8l5 5M5 8h8" /></svg>`;
const warningSign = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <circle cx="8" cy="8" r="6.5" />
  <path d="M8 4.5v4.2M8 11.2v.3" />
</svg>`;

/** What somebody sees who comes back to a checkout that is over. */
export function endedPage(heading: string, text: string, link?: { href: string; label: string }): string {
  const body = html`<main class="ended">
    <h1>${heading}</h1>
    <p>${text}</p>
    ${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
  </main>`;
  return page(heading, body);
}
