import { describe, expect, it } from 'vitest';
import { RequestError } from '../../client/request.ts';
import type { Order, OrderState } from '../../contract/payments.ts';
import { viewOf } from './payment-view.ts';

/** A visit with a session in the address, nothing settled yet; each fact changes what it is about. */
const arrival = {
  isPaid: false,
  confirmation: { isFetching: false, error: null as Error | null },
  order: { isPending: false, isError: false, data: null as Order | null },
};
const refused = (code: string, status: number) => ({ isFetching: false, error: new RequestError(code, '', status) });
const having = (state: OrderState) => ({ isPending: false, isError: false, data: { state } as Order });

describe('the return page', () => {
  it('shows the receipt of a paid member, whatever else is known', () => {
    const view = viewOf({ ...arrival, isPaid: true, confirmation: { isFetching: true, error: null } });
    expect(view.screen).toBe('receipt');
  });

  it('shows no receipt before the order has told who was paid, and one all the same where it cannot', () => {
    const asking = { isPending: true, isError: false, data: null };
    expect(viewOf({ ...arrival, isPaid: true, order: asking }).screen).toBe('loading');
    expect(viewOf({ ...arrival, isPaid: true, order: { ...asking, isPending: false, isError: true } }).screen).toBe(
      'receipt',
    );
  });

  it('asks a paid member of a cancelled cohort to choose, and shows the refund they chose', () => {
    const order = { state: 'paid', cancelledRun: { chooseBy: '2026-12-01T00:00:00.000Z' } } as Order;
    const told = { isPending: false, isError: false, data: order };
    expect(viewOf({ ...arrival, isPaid: true, order: told })).toEqual({ screen: 'unseated', order });
    expect(viewOf({ ...arrival, isPaid: true, order: having('refunded') }).screen).toBe('refunded');
    expect(viewOf({ ...arrival, isPaid: true, order: having('paid') }).screen).toBe('receipt');
  });

  it('asks a paid member of a moved cohort to choose', () => {
    const movedRun = { startDateBefore: '2027-02-01', chooseBy: '2026-12-01T00:00:00.000Z' };
    const order = { state: 'paid', movedRun } as Order;
    const told = { isPending: false, isError: false, data: order };
    expect(viewOf({ ...arrival, isPaid: true, order: told })).toEqual({ screen: 'moved', order });
  });

  it('shows a paid member that all of the money is on its way back', () => {
    const order = { state: 'paid', moneyBack: 'on-its-way', isEnding: true } as Order;
    const told = { isPending: false, isError: false, data: order };
    expect(viewOf({ ...arrival, isPaid: true, order: told })).toEqual({ screen: 'refunded', order });
  });

  it('offers no other cohort for an unseated payment that is on its way back', () => {
    const order = { state: 'unseated', moneyBack: 'on-its-way', isEnding: true } as Order;
    const told = { isPending: false, isError: false, data: order };
    expect(viewOf({ ...arrival, order: told })).toEqual({ screen: 'refunded', order });
  });

  it('finalises while the payment is being confirmed', () => {
    expect(viewOf({ ...arrival, confirmation: { isFetching: true, error: null } }).screen).toBe('finalising');
  });

  it('shows what the order says once it is known', () => {
    expect(viewOf({ ...arrival, order: having('unseated') })).toEqual({
      screen: 'unseated',
      order: { state: 'unseated' },
    });
  });

  it('falls back on the newest order when the session is unknown', () => {
    const confirmation = refused('payment-not-found', 404);
    expect(viewOf({ ...arrival, confirmation, order: having('processing') }).screen).toBe('processing');
    expect(viewOf({ ...arrival, confirmation }).screen).toBe('nothing');
  });

  it('says that nothing is known only after the service has said so', () => {
    expect(viewOf({ ...arrival, order: { isPending: true, isError: false, data: null } }).screen).toBe('loading');
    expect(viewOf({ ...arrival, order: { isPending: false, isError: true, data: null } }).screen).toBe('unknown');
    expect(viewOf(arrival).screen).toBe('nothing');
  });

  it('claims neither success nor failure when the service does not answer', () => {
    expect(viewOf({ ...arrival, confirmation: refused('network-error', 0) }).screen).toBe('unknown');
    expect(viewOf({ ...arrival, confirmation: refused('unknown-error', 500), order: having('paid') }).screen).toBe(
      'unknown',
    );
  });

  it('says when nobody is signed in any more', () => {
    expect(viewOf({ ...arrival, confirmation: refused('login-required', 401) }).screen).toBe('lost');
  });

  it('waits for the member when the order is paid already', () => {
    expect(viewOf({ ...arrival, order: having('paid') }).screen).toBe('loading');
  });
});
