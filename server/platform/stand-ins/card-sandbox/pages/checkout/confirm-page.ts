import { plainBanner } from '../card-form.ts';
import { html, page } from '../html.ts';

export interface Asked {
  id: string;
  /** "NZ$29.00 NZD"; nothing where a card is only to be kept. */
  amount: string;
  /** "Visa ending in 3155" */
  card: string;
  seller: string;
}

/** What a bank asks its cardholder before it lets a payment pass. */
export function confirmPage({ id, amount, card, seller }: Asked): string {
  const body = html`${plainBanner}
    <main class="bank">
      <p class="bank-name">Your bank (sandbox)</p>
      <h1>Is this you?</h1>
      <p>
        ${
          amount === ''
            ? html`<strong>${seller}</strong> would like to keep your card for later payments.`
            : html`<strong>${seller}</strong> asks for <strong>${amount}</strong>.`
        }
      </p>
      <p class="quiet">${card}</p>
      <form method="post" action="/dev/card/confirm/${id}" class="choices">
        <button class="button" type="submit" name="answer" value="yes">
          ${amount === '' ? 'Yes, keep the card' : 'Yes, confirm the payment'}
        </button>
        <button class="button secondary" type="submit" name="answer" value="no">No, refuse it</button>
      </form>
    </main>`;
  return page('Confirm with your bank', body);
}
