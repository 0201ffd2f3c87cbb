import { formatMoney, formatMoneyWithCode } from '../money.ts';
import type { Invoice, InvoiceLine } from '../wire/subscription-types.ts';
import { cardForm, hasFault, plainBanner, testBanner, type Typed } from './card-form.ts';
import { html, page, type Html } from './html.ts';
import { tick } from './icons.ts';
import { showDate } from './wording.ts';

export interface InvoiceView extends Typed {
  invoice: Invoice;
  isPayable: boolean;
  /** Its money is on its way from a bank. */
  isOnItsWay: boolean;
  /** "Visa ending in 4242", where a card is kept. */
  card: string | undefined;
}

/** One invoice, which can be paid here as long as it is open. */
export function invoicePage(view: InvoiceView): string {
  const { invoice, isPayable } = view;
  const title = `${hasFault(view) ? 'Error: ' : ''}Invoice ${invoice.number}`;
  const body = html`${isPayable ? testBanner : plainBanner}
    <main class="checkout">
      ${summary(invoice)}
      <section class="pane pane-pay" aria-labelledby="pay-heading">
        <div class="pane-inner">${isPayable ? payment(view) : state(view)}</div>
      </section>
    </main>`;
  return page(title, body, isPayable ? { script: 'checkout.js' } : {});
}

function summary(invoice: Invoice): Html {
  const { currency, number, amount_due, discounts, subtotal, total } = invoice;
  return html`<section class="pane pane-summary" aria-labelledby="invoice-heading">
    <div class="pane-inner">
      <h1 id="invoice-heading">Invoice ${number}</h1>
      <p class="amount">${formatMoney(amount_due, currency)} <span class="currency">${currency.toUpperCase()}</span></p>
      <p class="then">${showDate(invoice.created)}</p>
      <ul class="items">
        ${invoice.lines.data.map((line) => lineRow(line))}
      </ul>
      <dl class="total">
        ${
          discounts.length > 0 &&
          html`<div class="part">
            <dt>Discount</dt>
            <dd>−${formatMoney(subtotal - total, currency)}</dd>
          </div>`
        }
        <div>
          <dt>${invoice.status === 'paid' ? 'Total' : 'Amount due'}</dt>
          <dd>${formatMoney(amount_due, currency)}</dd>
        </div>
      </dl>
    </div>
  </section>`;
}

const lineRow = ({ description, amount, currency, period }: InvoiceLine): Html =>
  html`<li>
    <div>
      <span class="item-name">${description}</span>
      ${
        period.end > period.start &&
        html`<span class="item-more">${showDate(period.start)} to ${showDate(period.end)}</span>`
      }
    </div>
    <span class="figure">${formatMoney(amount, currency)}</span>
  </li>`;

function payment(view: InvoiceView): Html {
  const { invoice, card } = view;
  const amount = formatMoney(invoice.amount_due, invoice.currency);
  const action = `/dev/card/invoices/${invoice.id}`;
  return html`<h2 id="pay-heading">Pay this invoice</h2>
    ${
      card !== undefined &&
      html`<form method="post" action="${action}/pay-with-kept-card" class="kept">
        <button class="button" type="submit">Pay with ${card}</button>
        <p class="divider">or with another card</p>
      </form>`
    }
    ${cardForm({
      ...view,
      action,
      email: invoice.customer_email,
      button: `Pay ${amount}`,
      asksCard: true,
      notes: ['The card is kept for the next payments.'],
    })}`;
}

function state({ invoice, isOnItsWay }: InvoiceView): Html {
  const { paid_at: paidAt } = invoice.status_transitions;
  if (paidAt !== null)
    return html`<h2 id="pay-heading" class="done">${tick}<span>Paid</span></h2>
      <p class="quiet">
        ${formatMoneyWithCode(invoice.amount_paid, invoice.currency)} on ${showDate(paidAt)}. Thank you.
      </p>`;
  if (isOnItsWay)
    return html`<h2 id="pay-heading">On its way</h2>
      <p class="quiet">The payment was sent to the bank. There is nothing left to do here.</p>`;
  return html`<h2 id="pay-heading">Nothing to pay</h2>
    <p class="quiet">The plan has ended. This invoice no longer needs to be paid.</p>`;
}
