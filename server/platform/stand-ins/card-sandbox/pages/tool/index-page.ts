import { formatMoneyWithCode } from '../../money.ts';
import { testCards } from '../../payments/test-cards.ts';
import type { Session } from '../../wire/objects.ts';
import { groupNumber } from '../assets/card-rules.js';
import { html, page, type Html } from '../html.ts';
import type { IndexView } from './index-view.ts';
import { subscriptionList } from './tool-subscriptions.ts';

/** What the sandbox can do, for demonstrations and tests. */
export function indexPage({ sessions, subscriptions }: IndexView): string {
  const body = html`<main class="document">
    <h1>Card sandbox</h1>
    <p>
      A card provider for development and tests. It speaks Stripe’s API, so the product runs on it exactly as it does on
      the real one. No money moves.
    </p>
    <h2>Test cards</h2>
    <p>Any expiry date in the future, any security code, any name.</p>
    ${table(
      ['Number', 'What happens'],
      testCards.map(({ number, label }) => [groupNumber(number), label]),
    )}
    <h2 id="subscriptions">Latest subscriptions</h2>
    <p>A button does what months would do otherwise.</p>
    ${subscriptionList(subscriptions)}
    <h2>Faults</h2>
    <p>
      Send one of these to <code>POST /dev/card/faults</code> as JSON. It replaces what was on; <code>{}</code> or
      <code>DELETE</code> switches everything off, <code>GET</code> shows it.
    </p>
    ${table(['Body', 'What happens'], faultExamples)}
    <h2>For scripts</h2>
    ${table(['Request', 'What it does'], scriptHelp)}
    <h2>Latest checkouts</h2>
    ${sessions.length === 0 ? html`<p>None yet.</p>` : table(['Reference', 'State', 'Amount'], sessions.map(sessionRow))}
  </main>`;
  return page('Card sandbox', body, { isOwn: true });
}

const faultExamples = [
  ['{"api": {"mode": "slow", "ms": 3000}}', 'The API answers three seconds late.'],
  ['{"api": {"mode": "500", "times": 2}}', 'The next two requests fail. "400", "429", "reset" and "hang" work alike.'],
  [
    '{"api": {"mode": "answer-lost", "method": "POST", "path": "/v1/checkout/sessions", "times": 1}}',
    'The session is created, then the connection is cut.',
  ],
  ['{"events": {"drop": 0.05}}', 'One event in twenty is never sent; true drops all.'],
  ['{"events": {"duplicate": 2, "delayMs": 1000, "shuffle": true}}', 'Every event comes twice, late, in any order.'],
  ['{"settleSeconds": 1}', 'Bank payments and slow refunds end after one second.'],
];

const scriptHelp = [
  ['GET /dev/card/sessions.json', 'Checkouts, newest first.'],
  ['POST /dev/card/sessions/{id}/expire', 'Ends an open checkout as if its time were up.'],
  ['POST /dev/card/sessions/{id}/amount {"amount"}', 'Asks another amount of the payer than the shop did, in cents.'],
  ['GET /dev/card/subscriptions.json', 'Subscriptions, newest first.'],
  ['POST /dev/card/subscriptions/{id}/renew', 'Ends the period, or the trial, as if its time were up.'],
  ['POST /dev/card/subscriptions/{id}/end-trial', 'The same, for a trial only.'],
  ['POST /dev/card/subscriptions/{id}/fail-next', 'The next payment is declined, whatever the card says.'],
  ['POST /dev/card/subscriptions/{id}/confirm-next', 'The next payment needs the cardholder.'],
  ['POST /dev/card/subscriptions/{id}/pay-next', 'Leaves the next payment to the card again.'],
  ['POST /dev/card/subscriptions/{id}/collect', 'Tries an unpaid invoice again; the fourth time is the last.'],
  ['POST /dev/card/subscriptions/{id}/cancel', 'Ends it at once.'],
  [
    'POST /dev/card/refunds {"payment_intent", "amount"?}',
    'A refund begun at the provider; all that is left unless an amount is given.',
  ],
  [
    'POST /dev/card/disputes {"payment_intent", "amount"?, "status"?}',
    'The bank takes the money back, all that is left unless an amount is given; status "won" or "lost" ends that.',
  ],
];

/** Session ids are long; so much of one is enough to know it by. */
const shownIdLength = 20;

const sessionRow = (session: Session): string[] => [
  session.client_reference_id ?? `${session.id.slice(0, shownIdLength)}…`,
  session.status === 'complete' ? `complete, ${session.payment_status}` : session.status,
  formatMoneyWithCode(session.amount_total, session.currency),
];

const table = (heads: string[], rows: string[][]): Html =>
  html`<div class="table" tabindex="0" role="region" aria-label="${heads.join(', ')}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, place) => (place === 0 ? html`<td><code>${cell}</code></td>` : html`<td>${cell}</td>`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
