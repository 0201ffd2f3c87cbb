import { describe, expect, it } from 'vitest';
import type { ConfirmedPayment, OrderState } from '../../contract/payments.ts';
import { waitUntilSettled } from './confirmation.ts';

const notFound = new Error('payment-not-found');
const lost = new Error('network-error');

/** A clock that only moves while the page sleeps, and a service that gives the listed answers, the last one for ever. */
function buildWaiting(answers: (OrderState | Error)[]) {
  let now = 0;
  let asked = 0;
  return {
    asked: () => asked,
    seconds: () => now / 1000,
    waiting: {
      ask: async () => {
        const answer = answers[Math.min(asked++, answers.length - 1)];
        if (answer instanceof Error) throw answer;
        return { order: { state: answer } } as ConfirmedPayment;
      },
      isAnswer: (error: unknown) => error === notFound,
      sleep: async (ms: number) => void (now += ms),
      nowMs: () => now,
    },
  };
}

describe('waiting for a payment', () => {
  it('ends at once when it is paid', async () => {
    const { waiting, asked } = buildWaiting(['paid']);
    expect((await waitUntilSettled(waiting)).order.state).toBe('paid');
    expect(asked()).toBe(1);
  });

  it.each(['processing', 'unseated', 'refunded', 'expired', 'failed', 'review', 'cancelled'] as const)(
    'ends when the order is %s',
    async (state) => {
      const { waiting } = buildWaiting(['awaiting-payment', state]);
      expect((await waitUntilSettled(waiting)).order.state).toBe(state);
    },
  );

  it('ends after thirty seconds with the open order, not with a failure', async () => {
    const { waiting, seconds } = buildWaiting(['awaiting-payment']);
    expect((await waitUntilSettled(waiting)).order.state).toBe('awaiting-payment');
    expect(seconds()).toBeGreaterThan(24);
    expect(seconds()).toBeLessThanOrEqual(30);
  });

  it('survives lost answers', async () => {
    const { waiting } = buildWaiting([lost, lost, 'awaiting-payment', lost, 'paid']);
    expect((await waitUntilSettled(waiting)).order.state).toBe('paid');
  });

  it('gives up after three lost answers in a row', async () => {
    const { waiting, asked } = buildWaiting([lost]);
    await expect(waitUntilSettled(waiting)).rejects.toBe(lost);
    expect(asked()).toBe(3);
  });

  it('does not repeat a question the service has answered with no', async () => {
    const { waiting, asked } = buildWaiting([notFound]);
    await expect(waitUntilSettled(waiting)).rejects.toBe(notFound);
    expect(asked()).toBe(1);
  });
});
