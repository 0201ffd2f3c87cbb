import { suggestedCards } from '../payments/test-cards.ts';
import { groupNumber, type TypedCard } from './assets/card-rules.js';
import { html, type Html } from './html.ts';
import { warningSign } from './icons.ts';

/** What was typed before, when the form comes back. The security code never does. */
export interface Typed {
  typed?: Partial<TypedCard>;
  faults?: Partial<Record<keyof TypedCard, string>>;
  /** The bank's answer to the last attempt. */
  declined?: string;
}

export interface CardForm extends Typed {
  action: string;
  /** Recipient of the receipt. */
  email: string | null | undefined;
  button: string;
  /** False where nothing but the button is needed. */
  asksCard: boolean;
  /** Address that the script polls for whether this can still be paid; undefined for what never expires. */
  watch?: string;
  /** Sentences under the button. */
  notes: (string | null | undefined)[];
}

export const hasFault = ({ faults = {}, declined }: Typed): boolean =>
  declined !== undefined || Object.keys(faults).length > 0;

/** A form that works without its script, which only formats, checks early and shows progress. */
export function cardForm(form: CardForm): Html {
  const { action, watch, email, button, asksCard, notes, typed, faults = {}, declined } = form;
  return html`<form
    method="post"
    action="${action}"
    ${watch !== undefined && html`data-watch="${watch}"`}
    novalidate
    class="payment"
  >
    <div class="notice" id="declined" tabindex="-1" ${declined === undefined && html`hidden`}>
      ${warningSign}
      <p>
        <span data-declined>${declined}</span> Nothing was charged. You can try again here, with this card or another.
      </p>
    </div>
    ${
      email &&
      html`<div class="field">
        <label for="email">Email</label>
        <input id="email" type="email" value="${email}" readonly autocomplete="off" />
      </div>`
    }
    ${asksCard && cardFields({ typed, faults })}
    <button class="pay" type="submit">
      <span class="spinner" aria-hidden="true"></span><span data-label>${button}</span>
    </button>
    <p class="visually-hidden" role="status" data-status></p>
    ${notes.filter(Boolean).map((note) => html`<p class="quiet">${note}</p>`)}
    <p class="quiet fine">
      The card sandbox stands in for a card provider while none is set up. Never type a real card number.
    </p>
  </form>`;
}

const cardFields = ({ typed, faults = {} }: Typed): Html =>
  html`<fieldset>
    <legend>Card details</legend>
    ${field({ name: 'number', label: 'Card number', hint: '1234 1234 1234 1234', numeric: 'cc-number', typed, faults })}
    <div class="pair">
      ${field({ name: 'expiry', label: 'Expiry date', hint: 'MM / YY', numeric: 'cc-exp', typed, faults })}
      ${field({ name: 'cvc', label: 'Security code', hint: 'CVC', numeric: 'cc-csc', faults })}
    </div>
    ${field({ name: 'name', label: 'Name on card', typed, faults })}
  </fieldset>`;

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

/** Says that no money moves, and offers the test cards. */
export const testBanner = html`<aside class="banner" aria-label="Test mode">
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

/** The same where no card is typed. */
export const plainBanner = html`<aside class="banner" aria-label="Test mode">
  <p class="banner-text"><strong>Test mode: no real card is charged.</strong></p>
</aside>`;
