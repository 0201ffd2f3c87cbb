import { formatMoney } from '../../money.ts';
import { needsNoCard } from '../../payments/payment.ts';
import type { LineItem, Session } from '../../wire/objects.ts';
import { cardForm, hasFault, plainBanner, testBanner, type Typed } from '../card-form.ts';
import { html, page, type Html } from '../html.ts';
import { arrow } from '../icons.ts';
import { describeOffer, type Offer, type Offered } from './offer.ts';
import { count, showCoupon, showInterval } from '../wording.ts';

/** One line of the order, with what its product says about itself. */
export interface Bought {
  item: LineItem;
  about: string | null;
}

export interface CheckoutView extends Offered, Typed {
  bought: Bought[];
}

/** The hosted checkout: what is bought on one side, the card on the other. */
export function checkoutPage(view: CheckoutView): string {
  const { session } = view;
  const offer = describeOffer(view);
  const asksCard = !needsNoCard(session);
  const title = `${hasFault(view) ? 'Error: ' : ''}${titleOf(view, offer)}`;
  const body = html`${asksCard ? testBanner : plainBanner}
    <main class="checkout">
      ${summary(view, offer)}
      <section class="pane pane-pay" aria-labelledby="pay-heading">
        <div class="pane-inner">
          <h2 id="pay-heading">${asksCard ? 'Pay by card' : 'Nothing to pay today'}</h2>
          ${asksCard && html`<p class="quiet brands">Visa, Mastercard and American Express</p>`}
          ${cardForm({
            ...view,
            action: `/dev/card/pay/${session.id}`,
            watch: `/dev/card/pay/${session.id}/status`,
            email: session.customer_details?.email,
            button: offer.button,
            asksCard,
            notes: [offer.terms, session.custom_text.submit?.message],
          })}
        </div>
      </section>
    </main>`;
  return page(title, body, asksCard ? { script: 'checkout.js' } : {});
}

const titleOf = ({ session, seller }: CheckoutView, offer: Offer) =>
  `${session.mode === 'payment' ? `Pay ${offer.amount}` : offer.heading} – ${seller}`;

/** Who is paid: the name the session gives, or else the site the payer comes back to. */
export const sellerOf = (session: Session): string =>
  session.branding_settings?.display_name || new URL(session.success_url ?? '').host;

function summary(view: CheckoutView, offer: Offer): Html {
  const { session, seller, bought } = view;
  return html`<section class="pane pane-summary" aria-labelledby="order-heading">
    <div class="pane-inner">
      ${
        session.cancel_url !== null &&
        html`<a class="back" href="${session.cancel_url}" aria-label="Back to ${seller} without paying">
          ${arrow}<span>Back</span>
        </a>`
      }
      <h1 id="order-heading">${offer.heading}</h1>
      <p class="amount">${offer.amount} <span class="currency">${offer.unit}</span></p>
      ${offer.afterwards !== '' && html`<p class="then">${offer.afterwards}</p>`}
      <ul class="items">
        ${bought.map((each) => boughtRow(each, view))}
      </ul>
      ${totals(view)}
    </div>
  </section>`;
}

function boughtRow({ item, about }: Bought, { inner }: CheckoutView): Html {
  const { description, quantity, amount_subtotal, currency, price } = item;
  const trialDays = inner.subscriptionData?.trial_period_days;
  const each = formatMoney(price.unit_amount, currency);
  const isFree = trialDays !== undefined && price.recurring !== null;
  return html`<li>
    <div>
      <span class="item-name">${description}</span>
      ${about !== null && html`<span class="item-more">${about}</span>`}
      ${quantity > 1 && html`<span class="item-more">Quantity ${quantity}, ${each} each</span>`}
      ${price.recurring && html`<span class="item-more">${each} ${showInterval(price)}${isFree && ' after the trial'}</span>`}
    </div>
    <span class="figure">${isFree ? `${count(trialDays, 'day')} free` : formatMoney(amount_subtotal, currency)}</span>
  </li>`;
}

function totals({ session, coupon }: CheckoutView): Html {
  const { currency } = session;
  const subtotal = session.amount_subtotal ?? 0;
  const discount = session.total_details?.amount_discount ?? 0;
  return html`<dl class="total">
    ${
      coupon &&
      subtotal > 0 &&
      html`<div class="part">
        <dt>Subtotal</dt>
        <dd>${formatMoney(subtotal, currency)}</dd>
      </div>`
    }
    ${
      coupon &&
      html`<div class="part">
        <dt>${coupon.name ?? coupon.id}<span class="item-more">${showCoupon(coupon, session.mode)}</span></dt>
        <dd>${discount > 0 && `−${formatMoney(discount, currency)}`}</dd>
      </div>`
    }
    <div>
      <dt>Total due today</dt>
      <dd>${formatMoney(session.amount_total, currency)}</dd>
    </div>
  </dl>`;
}
