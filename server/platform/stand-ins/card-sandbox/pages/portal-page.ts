import { formatMoneyWithCode } from '../money.ts';
import type { Charge, Customer } from '../wire/objects.ts';
import { labelOfBrand } from './assets/card-rules.js';
import { html, page, type Html } from './html.ts';

/** What a customer paid and got back. */
export function portalPage(customer: Customer, charges: Charge[], returnUrl: string | null): string {
  const body = html`<main class="document">
    ${returnUrl !== null && html`<p><a href="${returnUrl}">Back to the site</a></p>`}
    <h1>Your payments</h1>
    <p class="quiet">${customer.email ?? customer.name ?? customer.id}</p>
    ${charges.length === 0 ? html`<p>No payments yet.</p>` : paymentTable(charges)}
  </main>`;
  return page('Your payments', body);
}

const paymentTable = (charges: Charge[]): Html =>
  html`<div class="table" tabindex="0" role="region" aria-label="Payments">
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Paid with</th>
          <th scope="col">State</th>
          <th scope="col" class="figure">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${charges.map(
          (charge) =>
            html`<tr>
              <td>${dateOf(charge.created)}</td>
              <td>${brandLabel(charge)} ${charge.payment_method_details?.card?.last4}</td>
              <td>${stateOf(charge)}</td>
              <td class="figure">${formatMoneyWithCode(charge.amount, charge.currency)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const brandLabel = (charge: Charge) => labelOfBrand(charge.payment_method_details?.card?.brand ?? '');

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

function stateOf(charge: Charge): string {
  if (charge.status === 'failed') return 'Declined';
  if (charge.status === 'pending') return 'On its way';
  if (charge.refunded) return 'Refunded';
  if (charge.amount_refunded > 0)
    return `Paid, ${formatMoneyWithCode(charge.amount_refunded, charge.currency)} refunded`;
  return 'Paid';
}
