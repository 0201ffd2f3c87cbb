import type { Page } from '@playwright/test';
import { expect, holdsBack, test, type Portal } from './portal.ts';

/** What becomes of the answer to a press that comes to a student who has turned away meanwhile. */

const checkout = '**/enrolment/checkout';

/** Presses a pay button, whose answer stays on its way. @returns lets the answer come */
async function pressesPay(portal: Portal, refusal?: string): Promise<() => Promise<void>> {
  const { page } = portal;
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  let letCome = () => {};
  const held = new Promise<void>((resolve) => (letCome = resolve));
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  await page.route(checkout, async (route) => {
    const answer = refusal
      ? { status: 403, json: { error: { code: refusal, message: 'Refused.' } } }
      : { response: await route.fetch() };
    begun();
    await held;
    await route.fulfill(answer);
  });
  const panel = page.getByRole('region', { name: /deposit/i });
  await panel.getByRole('checkbox').check();
  await panel.getByRole('button', { name: /^Pay/ }).click();
  await isBegun;
  return async () => {
    const come = page.waitForResponse(checkout);
    letCome();
    await (await come).finished();
    // An answer after it has been read: the page has done what it does with that one.
    await page.evaluate(async () => (await fetch('/healthz')).text());
  };
}

const keptAttempt = (page: Page) => page.evaluate(() => localStorage.getItem('pendingStripePayment'));

test('who steps back to choose another cohort stays there, and reads of the seat that is held', async ({
  portal,
  page,
}) => {
  const answerComes = await pressesPay(portal);
  await portal.presses('Back');
  await portal.sees('Step 2 of 3');
  await answerComes();
  await portal.sees(/^Seat held until/);
  await portal.sees('Step 2 of 3');
  await portal.isAt('enrol');
  expect(await keptAttempt(page)).toBeNull();
  await page.unroute(checkout);
  await portal.presses('Continue to Payment');
  await portal.goesToPay('deposit');
});

test('who logs out stays at the login, and this browser keeps nothing of the attempt', async ({ portal, page }) => {
  const answerComes = await pressesPay(portal);
  await page.locator('header').getByRole('button', { name: 'Log Out' }).click();
  await portal.isAt('login');
  await answerComes();
  expect(await keptAttempt(page)).toBeNull();
  await portal.isAt('login');
});

test('who has gone to another page is not taken away from it, nor told of the refusal', async ({ portal, page }) => {
  const answerComes = await pressesPay(portal, 'eligibility-required');
  await page
    .locator('header')
    .getByRole('link', { name: /profile$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
  await answerComes();
  await expect(page.getByText('You need to complete the eligibility check first')).toHaveCount(0);
  await portal.isAt('profile');
});

test('who has pressed a link to a page that takes long is taken to that page alone', async ({ portal, page }) => {
  let letLoad = () => {};
  const held = new Promise<void>((resolve) => (letLoad = resolve));
  await page.route('**/assets/profile.page-*.js', async (route) => {
    await held;
    await route.fallback();
  });
  const answerComes = await pressesPay(portal);
  const asked = page.waitForRequest('**/assets/profile.page-*.js');
  await page
    .locator('header')
    .getByRole('link', { name: /profile$/ })
    .click();
  await asked;
  await answerComes();
  letLoad();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
  expect(await keptAttempt(page)).toBeNull();
});

test('who starts over and goes to another page before that is done stays there', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('deposit');
  await portal.open('payment/cancel');
  const letPass = await holdsBack(page, `${checkout}/cancel`);
  await portal.presses('Start Over');
  await page
    .locator('header')
    .getByRole('link', { name: /profile$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
  letPass();
  await portal.sees('Nothing was charged, and no seat is held for you now.');
  await portal.isAccessible();
  await portal.isAt('profile');
  expect(await keptAttempt(page)).toBeNull();
});
