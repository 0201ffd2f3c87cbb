import type { Page } from '@playwright/test';
import { expect, test } from './demo-site.ts';

/**
 * The back button after a log-out. The headless browser has no back/forward cache: it reloads a page and restores its
 * fields. So one journey goes back, and the other simulates a restore from the cache.
 */

const phone = '+64 21 555 0199';

test('going back after a log-out shows nothing of the member, neither texts nor fields', async ({ site }) => {
  const { page } = site;
  // A careless page: member data is not gated.
  const account = await site.request.get(`${process.env.INTAKE_DEMO_URL}/account`);
  const body = (await account.text()).replaceAll(' data-ms-content="members"', '');
  await page.route('**/account', (route) => route.fulfill({ contentType: 'text/html', body }));
  const { email } = await site.signsUp('pln_demo_free');
  await site.opens('/account');
  await expect(site.form('profile').getByLabel('First name')).toHaveValue('Ana');
  await site.fills('profile', { phone });
  await site.sends('profile');
  await expect(site.form('profile').getByRole('status')).toBeVisible();
  await site.opens('/workshop-plans');
  await site.sees('The beech bench, drawn');
  await site.opens('/talk');

  await goesBack(page);
  await site.isAt('/workshop-plans');
  await site.sees('The beech bench, drawn');
  await goesBack(page);
  await expect(site.form('email').getByLabel('Email')).toHaveValue(email);
  await expect(site.form('profile').getByLabel('Phone')).toHaveValue(phone);
  await site.opens('/workshop-plans');
  await site.opens('/talk');
  await site.logsOut();

  await goesBack(page);
  await site.isAt('/join');
  await goesBack(page);
  await site.isAt('/account');
  await site.sees('Log in to see it.');
  expect(
    await page.evaluate(() => performance.getEntriesByType('navigation').map((each) => each.toJSON().type)),
  ).toEqual(['back_forward']);
  await expect(page.getByRole('heading', { name: 'Hello maker' })).toBeVisible();
  await expect(site.form('email').getByLabel('Email')).toHaveValue('');
  await expect(site.form('profile').getByLabel('Phone')).toHaveValue('');
  await expect(site.form('profile').getByLabel('First name')).toHaveValue('');
});

/** Waits for the commit only: the page may redirect before it is complete. */
const goesBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('a page that was asleep while its member logged out elsewhere shows nothing of them from its first moment', async ({
  site,
}) => {
  const { page } = site;
  await page.addInitScript(() => {
    // A cached page receives no events of other tabs.
    for (const name of ['storage', 'focus'])
      addEventListener(
        name,
        (event) => 'asleep' in document.documentElement.dataset && event.stopImmediatePropagation(),
        true,
      );
  });
  const { email } = await site.signsUp('pln_demo_free');
  await site.opens('/attributes');
  await site.sees('The beech bench, drawn');
  await site.sees(`logged in as ${email}`);
  await page.evaluate(() => (document.documentElement.dataset.asleep = ''));
  const other = await page.context().newPage();
  await other.goto('/talk');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => site.keeps('_ms-mid')).toBeNull();
  const seen = (given: { wakes: boolean }) =>
    page.evaluate(({ wakes }) => {
      if (wakes) dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      // Same task: nothing has been painted since.
      return document.documentElement.textContent;
    }, given);
  for (const theirs of [email, 'Ana', 'You are a friend']) expect(await seen({ wakes: false })).toContain(theirs);
  const woken = await seen({ wakes: true });
  for (const theirs of [email, 'Ana', 'You are a friend']) expect(woken).not.toContain(theirs);
  await site.misses('The beech bench, drawn');
  await site.sees('Hello, visitor');
});

test('a log-out is sent by a page that is left at once', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  const token = await site.keeps('_ms-mid');
  await page.evaluate(() => {
    void (window.Intake as { logout: () => Promise<unknown> }).logout();
    // A page without a response to wait for: the one that logs out ends before its request is on its way.
    location.assign('about:blank');
  });
  await page.waitForURL('about:blank');
  const isOver = async () => {
    const headers = {
      'x-api-key': 'pk_sb_demo',
      authorization: `Bearer ${token}`,
      origin: process.env.INTAKE_DEMO_URL!,
    };
    return (await (await site.request.get(`${process.env.INTAKE_URL}/member`, { headers })).json()).data === null;
  };
  await expect.poll(isOver).toBe(true);
  await site.opens('/login');
  await expect.poll(() => site.keeps('_ms-mid')).toBeNull();
});
