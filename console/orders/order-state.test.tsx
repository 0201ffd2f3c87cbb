import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { orderCareCalls } from '../../contract/console/order-care.ts';
import { OrderState } from './order-state.tsx';

const { data: example } = orderCareCalls['GET /console/api/orders/:orderId'].example.answer;

test('a cancelled order says that nothing was paid, and not who ended it: we do, too', () => {
  const drawn = renderToString(<OrderState order={{ ...example, state: 'cancelled' }} />);
  expect(drawn).toContain('It was ended before anything was paid.');
  expect(drawn).not.toContain('The student left');
});

test('an order under review asks for a decision until all of its money is on its way back', () => {
  const allows = { ...example.allows, refund: true };
  const order = { ...example, state: 'review', moneyBack: null, allows } as const;
  const drawn = (changed: object) => renderToString(<OrderState order={{ ...order, ...changed }} />);
  const asked = 'Somebody has to decide.';
  expect(drawn({})).toContain(asked);
  expect(drawn({ moneyBack: 'on-its-way' })).toContain(asked);
  const decided = drawn({ moneyBack: 'on-its-way', allows: { ...allows, refund: false } });
  expect(decided).toContain('Money is on its way back.');
  expect(decided).not.toContain(asked);
});
