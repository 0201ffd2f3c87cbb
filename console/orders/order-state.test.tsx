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
