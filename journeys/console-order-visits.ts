import { expect, type Console } from './console.ts';
import type { ConsoleVisit } from './console-visit.ts';
import { cards, Portal, randomAddress } from './portal.ts';

let paid: Promise<void> | undefined;

/** A student who pays for a seat on the portal's own pages. */
async function payForSeat({ page }: Console): Promise<void> {
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: process.env.INTAKE_URL!, extraHTTPHeaders: { 'x-forwarded-for': randomAddress() } });
  const student = new Portal(await context.newPage(), context.request);
  const person = await student.arrivesPreapproved();
  await student.provesAddress(person);
  await student.open('enrol');
  await student.choosesCohort();
  await student.goesToPay('full');
  await student.paysWith(cards.success);
  await student.sees("Payment confirmed. You're Enrolled!");
  await context.close();
}

/** Opens a paid order; the first visit of a worker places one. @param tab of the page @param press a button */
const opensOrder =
  ({ tab, press }: { tab?: string; press?: string } = {}) =>
  async (staff: Console): Promise<void> => {
    paid ??= payForSeat(staff);
    await paid;
    await staff.open('/orders?state=paid');
    await staff.page.getByRole('table').getByRole('link', { name: /^INT-/ }).first().click();
    await staff.sees(/^INT-/);
    if (tab) await staff.page.getByRole('tab', { name: tab }).click();
    if (!press) return;
    await staff.presses(press);
    await expect(staff.page.getByRole('dialog').getByLabel('Reason')).toBeVisible();
  };

/** Orders, one and many. */
export const orderVisits: Record<string, ConsoleVisit> = {
  orders: { path: '/orders' },
  'orders-export': { path: '/orders', isFold: true, act: (owner) => owner.presses('Export money…') },
  order: { path: '/orders', act: opensOrder() },
  'order-money': { path: '/orders', act: opensOrder({ tab: 'Money' }) },
  'order-notes': { path: '/orders', act: opensOrder({ tab: 'Notes' }) },
  'order-refund': { path: '/orders', isFold: true, act: opensOrder({ press: 'Refund…' }) },
  'order-move': { path: '/orders', isFold: true, act: opensOrder({ press: 'Move…' }) },
  'order-absent': { path: '/orders/ord_none' },
};
