import type { Order, OrderState } from '../../contract/payments.ts';
import type { Portal } from '../../journeys/portal.ts';
import { answersWith, holder, preapproved, student, turnedBack } from './people.ts';
import type { Screen } from './screen.ts';

const paid = { paidCents: 1_237_500, paidAt: '2026-11-20T02:00:00.000Z', checkoutUrl: null, holdExpiresAt: null };
const ended = { checkoutUrl: null, holdExpiresAt: null };
const weekMs = 7 * 86_400_000;

/** Changes the order in the service's answer to a final state. */
const orderIn =
  (state: OrderState, rest: Partial<Order>) =>
  ({ page }: Portal) =>
    answersWith<Order | null>(page, '/enrolment/order', (order) => order && { ...order, ...rest, state });

const outcome = (name: string, state: OrderState, rest: Partial<Order>): Screen => ({
  name: `success-${name}`,
  page: 'paymentSuccess',
  as: holder,
  before: orderIn(state, rest),
});

/** The sheet that goes to the printer, A4. */
async function printsReceipt(portal: Portal): Promise<void> {
  await portal.page.evaluate(() => (window.print = () => undefined));
  await portal.presses('Print receipt');
  await portal.page.emulateMedia({ media: 'print' });
}

/** Coming back from the card page. */
export const paymentScreens: Screen[] = [
  { name: 'success-full', page: 'paymentSuccess', as: student },
  { name: 'success-deposit', page: 'paymentSuccess', as: (portal) => student(portal, 'deposit') },
  { name: 'success-print', page: 'paymentSuccess', as: student, act: printsReceipt, widths: [794] },
  {
    name: 'success-finalising',
    as: holder,
    isFold: true,
    isBusy: true,
    async act(portal) {
      const id = portal.page.url().split('/').at(-1)!;
      await portal.open(`payment/success?session_id=${id}`);
      await portal.sees(/^Finalising Your/);
    },
  },
  { name: 'success-confirming', page: 'paymentSuccess', as: holder },
  outcome('processing', 'processing', { checkoutUrl: null }),
  outcome('processing-cancelled', 'processing', { checkoutUrl: null, isEnding: true }),
  outcome('declined', 'failed', ended),
  outcome('expired', 'expired', ended),
  outcome('cancelled', 'cancelled', ended),
  outcome('refunded', 'refunded', { ...paid, refundedCents: 1_237_500, moneyBack: 'returned' }),
  outcome('refund-under-way', 'refunded', { ...paid, moneyBack: 'on-its-way' }),
  outcome('refund-failed', 'refunded', { ...paid, moneyBack: 'failed' }),
  outcome('dispute-lost', 'refunded', { ...paid, moneyBack: 'taken-by-bank' }),
  {
    name: 'success-part-refund-failed',
    page: 'paymentSuccess',
    as: student,
    before: orderIn('paid', { moneyBack: 'failed' }),
  },
  {
    name: 'success-ending',
    page: 'paymentSuccess',
    as: student,
    before: orderIn('paid', { moneyBack: 'on-its-way', isEnding: true }),
  },
  outcome('review', 'review', paid),
  outcome('class-filled', 'unseated', { ...paid, refundDueAt: new Date(Date.now() + weekMs).toISOString() }),
  {
    name: 'success-moved',
    page: 'paymentSuccess',
    as: student,
    before: orderIn('paid', {
      movedRun: { startDateBefore: '2027-02-01', chooseBy: new Date(Date.now() + weekMs).toISOString() },
    }),
  },
  { name: 'success-nothing', page: 'paymentSuccess', as: preapproved },
  {
    name: 'success-unknown',
    page: 'paymentSuccess',
    as: preapproved,
    before: ({ page }) => page.route('**/enrolment/order', (route) => route.abort()),
  },
  { name: 'cancel', page: 'paymentCancel', as: turnedBack },
  { name: 'cancel-expired', page: 'paymentCancel', as: holder, before: orderIn('expired', ended) },
  { name: 'cancel-ended', page: 'paymentCancel', as: holder, before: orderIn('cancelled', ended) },
  { name: 'cancel-nothing', page: 'paymentCancel', as: preapproved },
];
