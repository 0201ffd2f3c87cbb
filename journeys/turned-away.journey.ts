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

/** Presses the link to the profile, whose code stays on its way. @returns lets it come */
async function asksForProfile(page: Page): Promise<() => void> {
  let letLoad = () => {};
  const held = new Promise<void>((resolve) => (letLoad = resolve));
  const code = '**/assets/profile.page-*.js';
  await page.route(code, async (route) => {
    await held;
    await route.fallback();
  });
  const asked = page.waitForRequest(code);
  await page
    .locator('header')
    .getByRole('link', { name: /profile$/ })
    .click();
  await asked;
  return letLoad;
}

test('who has pressed a link to a page that takes long is taken to that page alone', async ({ portal, page }) => {
  const answerComes = await pressesPay(portal);
  const letLoad = await asksForProfile(page);
  await answerComes();
  letLoad();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
  expect(await keptAttempt(page)).toBeNull();
});

test('who presses such a link while a refusal is looked into is taken to that page alone', async ({ portal, page }) => {
  const answerComes = await pressesPay(portal, 'eligibility-required');
  let letTell = () => {};
  const held = new Promise<void>((resolve) => (letTell = resolve));
  await page.route('**/enrolment/order', async (route) => {
    await held;
    await route.fallback();
  });
  const isAsked = page.waitForRequest('**/enrolment/order');
  await answerComes();
  await isAsked;
  const letLoad = await asksForProfile(page);
  const told = page.waitForResponse('**/enrolment/order');
  letTell();
  await (await told).finished();
  // An answer after it has been read.
  await page.evaluate(async () => (await fetch('/healthz')).text());
  await expect(page.getByText('You need to complete the eligibility check first')).toHaveCount(0);
  letLoad();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
});

/** On the page the card page leads back to. The answer that gives the seat back stays on its way. @returns lets it come */
async function startsOver(portal: Portal): Promise<() => void> {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('deposit');
  await portal.open('payment/cancel');
  const letPass = await holdsBack(portal.page, `${checkout}/cancel`);
  await portal.presses('Start Over');
  return letPass;
}

test('who starts over and goes to another page before that is done stays there', async ({ portal, page }) => {
  const letPass = await startsOver(portal);
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

test('who starts over and asks for a page that takes long is taken to that page', async ({ portal, page }) => {
  const letPass = await startsOver(portal);
  const letLoad = await asksForProfile(page);
  letPass();
  await portal.sees('Nothing was charged, and no seat is held for you now.');
  letLoad();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
  await portal.isAt('profile');
});

/** Has the page's next call about its member answered late. @returns once it is done, and what lets its answer come */
async function answersLate(page: Page, method: 'GET' | 'POST') {
  let letCome = () => {};
  const held = new Promise<void>((resolve) => (letCome = resolve));
  let tell = () => {};
  const isDone = new Promise<void>((resolve) => (tell = resolve));
  await page.route('**/member', async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    tell();
    await held;
    await route.fulfill({ response });
  });
  const answerComes = async () => {
    const come = page.waitForResponse(
      (answer) => answer.url().endsWith('/member') && answer.request().method() === method,
    );
    letCome();
    await (await come).finished();
    // An answer after it has been read.
    await page.evaluate(async () => (await fetch('/healthz')).text());
  };
  return { isDone, answerComes };
}

/** Logs out before a late answer comes. @returns what this browser then keeps of the member */
async function logsOutBefore(portal: Portal, answerComes: () => Promise<void>): Promise<string | null> {
  await portal.page.locator('header').getByRole('button', { name: 'Log Out' }).click();
  await portal.isAt('login');
  await answerComes();
  return portal.page.evaluate(() => localStorage.getItem('user'));
}

test('who logs out while a change of theirs is saved stays logged out', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('profile');
  const { isDone, answerComes } = await answersLate(page, 'POST');
  await portal.types('Phone', '+64 21 555 0177');
  await portal.presses('Save Changes');
  await isDone;
  expect(await logsOutBefore(portal, answerComes)).toBeNull();
  await expect(page.locator('header').getByRole('link', { name: /profile$/ })).toHaveCount(0);
  await portal.isAt('login');
});

test('who logs out while the page asks who is there leaves no copy of their details', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await page.clock.install();
  await portal.open('profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
  const { isDone, answerComes } = await answersLate(page, 'GET');
  await page.clock.fastForward('00:31');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await isDone;
  expect(await logsOutBefore(portal, answerComes)).toBeNull();
  await portal.isAt('login');
});
