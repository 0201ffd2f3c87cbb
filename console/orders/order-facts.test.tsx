import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { orderCareCalls } from '../../contract/console/order-care.ts';
import { OrderFacts } from './order-facts.tsx';

const { data: example } = orderCareCalls['GET /console/api/orders/:orderId'].example.answer;

/** What is said of an order for which staff took NZD 10,000.00. */
const drawn = (acknowledgedCents: number | null | undefined) =>
  renderToString(
    <MemoryRouter>
      <OrderFacts order={{ ...example, amountCents: 1_000_000, acknowledgedCents }} />
    </MemoryRouter>,
  ).replaceAll('\u00A0', ' ');

test('the fee that a student accepted is the one that they read', () => {
  expect(drawn(1_237_500)).toContain('that the fee of NZD 12,375.00 is non-refundable');
  expect(drawn(null)).toContain('that the fee is non-refundable');
  // By a server of the release before.
  expect(drawn(undefined)).toContain('that the fee is non-refundable');
});
