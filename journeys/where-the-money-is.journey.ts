import type { Page } from '@playwright/test';
import type { Catalogue } from '../contract/cohorts.ts';
import type { Order } from '../contract/payments.ts';
import { cards, expect, test, type Portal } from './portal.ts';

/** Paid in full at UTS, and the receipt is on screen. */
async function paysInFull(portal: Portal): Promise<void> {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('full');
  await portal.paysWith(cards.success);
  await portal.isAt('payment/success');
}

/** Answers the order with some of its facts changed, from now on. */
const showsOrder = (page: Page, change: () => Partial<Order>): Promise<unknown> =>
  page.route('**/enrolment/order', async (route) => {
    const got = await route.fetch();
    const { data } = (await got.json()) as { data: Order };
    await route.fulfill({ response: got, json: { data: { ...data, ...change() } } });
  });

/** The provider's id of the newest payment for the order on screen. */
async function paymentOf({ page, request }: Portal): Promise<string> {
  const answer = await page.context().request.get('/enrolment/order', { headers: { 'x-api-key': 'pk_sb_enrolment' } });
  const { sessionId } = ((await answer.json()) as { data: Order }).data;
  const sessions = (await (await request.get('/dev/card/sessions.json')).json()) as {
    id: string;
    payment_intent: string;
  }[];
  return sessions.find(({ id }) => id === sessionId)!.payment_intent;
}

test('the receipt is the paid partner’s, whichever partner stands in the address', async ({ portal, page }) => {
  await paysInFull(portal);
  await portal.sees('Amount paid');
  await page.goto('/mtu/payment/success');
  await portal.isAt('payment/success');
  await expect(page.getByText('UTS Enrolment, help@uts.example.org')).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/\buts\b/);
  await expect(page).toHaveTitle(/UTS$/);
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', /^mailto:help@uts/);
});

test('a receipt whose order cannot be read names no partner as paid', async ({ portal, page }) => {
  await paysInFull(portal);
  await portal.sees('Amount paid');
  await page.route('**/enrolment/order', (route) => route.abort());
  await page.goto('/mtu/payment/success');
  await expect(page.getByText('Amount paid')).toBeVisible();
  await expect(page.getByText('Paid to')).toHaveCount(0);
});

test('after a lost dispute the page promises no refund', async ({ portal, page, request }) => {
  await paysInFull(portal);
  await portal.sees('Amount paid');
  const payment_intent = await paymentOf(portal);
  for (const status of ['needs_response', 'lost'])
    await request.post('/dev/card/disputes', { data: { payment_intent, status } });
  await expect(async () => {
    await portal.open('payment/success');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your bank has taken the payment back', {
      timeout: 2_000,
    });
  }).toPass();
  await expect(page.getByText(/on its way back|being refunded/)).toHaveCount(0);
  await portal.isAccessible();
  await page.getByRole('link', { name: 'Enrol in another cohort' }).click();
  await portal.isAt('enrol');
  await expect(page.getByRole('group', { name: /cohort/i })).toBeVisible();
  await expect(page.getByText('How would you like to pay?'), 'not on to pay for the cohort that was left').toHaveCount(
    0,
  );
});

test('while all of the money is on its way back the side navigation does not say enrolled', async ({
  portal,
  page,
}) => {
  await paysInFull(portal);
  await portal.open('profile');
  const status = page.getByRole('heading', { name: 'Enrolment Status' }).locator('..');
  await expect(status).toContainText('Enrolled!');
  // As after a refund by staff, which the card provider has not paid yet.
  await showsOrder(page, () => ({ moneyBack: 'on-its-way', isEnding: true }));
  await portal.open('profile');
  await expect(status).toContainText('Being refunded');
  await expect(status).not.toContainText('Enrolled!');
  await portal.isAccessible();
  // A pending intercepted answer would fail with the closed page.
  await page.unrouteAll({ behavior: 'wait' });
});

test('while a bank settles a payment, or all of it goes back, the enrol page shows that, and no way to pay', async ({
  portal,
  page,
}) => {
  let shown: Partial<Order> = { state: 'processing' };
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('full');
  // Keeps the order so: the sandbox's bank may have finished before a busy machine looks.
  await showsOrder(page, () => shown);
  await portal.open('enrol');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your bank is processing your payment');
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
  await portal.isAccessible();
  await portal.follows('See your payment');
  await portal.isAt('payment/success');
  await portal.sees('Your bank is processing the payment');
  shown = { state: 'unseated', moneyBack: 'on-its-way', isEnding: true };
  await portal.open('enrol');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your refund is under way');
  await expect(page.getByText('Wait for your refund')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
  await portal.isAccessible();
  // A pending intercepted answer would fail with the closed page.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a cohort that leaves the list after its choice was refused is not chosen any more', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('full');
  // As if the cohort had filled up while the payment was under way.
  await showsOrder(page, () => ({ state: 'unseated' }));
  let gone = '';
  await page.route('**/enrolment/catalogue*', async (route) => {
    const got = await route.fetch();
    const { data } = (await got.json()) as { data: Catalogue };
    const cohorts = data.cohorts.filter(({ id }) => id !== gone);
    await route.fulfill({ response: got, json: { data: { ...data, cohorts } } });
  });
  const refusal = 'The cohort has filled up.';
  await page.route('**/enrolment/order/resolve', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'cohort-full', message: refusal } } }),
  );
  await portal.open('payment/success');
  const others = page.getByRole('group', { name: 'Choose a cohort' }).getByRole('radio');
  const onward = page.getByRole('button', { name: 'Move me to this cohort' });
  // The very cohort that was paid for has a seat again.
  await expect(page.getByText(/, where a seat is free again$/)).toHaveCount(1);
  await others.first().check();
  const before = await others.count();
  gone = await others.first().inputValue();
  await onward.click();
  await portal.sees(refusal);
  await expect(others).toHaveCount(before - 1);
  await expect(onward).toHaveAccessibleDescription('Choose one of the cohorts above first.');
  await expect(onward).toBeDisabled();
  await portal.isAccessible();
  await others.first().check();
  await expect(onward).toBeEnabled();
  // A pending intercepted answer would fail with the closed page.
  await page.unrouteAll({ behavior: 'wait' });
});
