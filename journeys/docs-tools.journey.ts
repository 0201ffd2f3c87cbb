import { test as siteTest } from './demo-site.ts';
import { expect, test, type Page } from '@playwright/test';
import { findFaults } from './accessibility.ts';

/** What the documentation has besides its text: search, copying, one's own key, colours, trying a call, the playground. */

test('a reader finds an attribute while typing, by keyboard alone, and nothing typed leaves the browser', async ({
  page,
}) => {
  await page.goto('/docs');
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  // The page listens a moment after it is drawn.
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press('/');
    await expect(field).toBeFocused({ timeout: 3_000 });
  }).toPass();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await field.pressSequentially('data-ms-dom');
  const first = page.getByRole('dialog').getByRole('link').first();
  await expect(first).toContainText('data-ms-domain');
  expect(asked).toEqual([]);
  expect(await findFaults(page, { themes: [''] })).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/install#data-ms-domain$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('team-ful');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'team-full' }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('nowhere-to-be-found');
  await expect(page.getByRole('status')).toHaveText('Nothing found for “nowhere-to-be-found”.');
});

test('parts that cannot be fetched say so on their buttons, and the search opens as soon as its index can', async ({
  page,
}) => {
  const faults: Error[] = [];
  page.on('pageerror', (fault) => faults.push(fault));
  await page.route('**/assets/search-*.json', (route) => route.fulfill({ status: 503 }));
  await page.route('**/assets/try-call-*.js', (route) => route.abort());
  await page.goto('/docs/api');
  const tryIt = page.locator('.try > button').first();
  await tryIt.click();
  await expect(tryIt).toHaveText('Not loaded: reload the page');
  const search = page.locator('[data-search-open]');
  await search.hover();
  await page.keyboard.press('/');
  await expect(search).toContainText('Not loaded: reload the page');
  await page.unroute('**/assets/search-*.json');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search the documentation' })).toBeFocused();
  await expect(search).toHaveText('Search /');
  expect(faults).toEqual([]);
});

test('code is copied with the reader’s own id and key, which stay in this browser', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/install');
  await page.getByRole('button', { name: 'Your site' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your site' });
  expect(await findFaults(page, { themes: [''] })).toEqual([]);
  await dialog.getByLabel('Site id').fill('app_bakery');
  await dialog.getByLabel('Public key').fill('sk_sb_secret');
  await dialog.getByRole('button', { name: 'Use in examples' }).click();
  await expect(dialog, 'a secret key is not taken').toBeVisible();
  await dialog.getByLabel('Public key').fill('pk_sb_bakery');
  await dialog.getByRole('button', { name: 'Use in examples' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('data-ms-app="app_bakery"\n  data-ms-public-key="pk_sb_bakery"');
  await page.getByRole('button', { name: 'Your site' }).click();
  await dialog.getByRole('button', { name: 'Use the demonstration site' }).click();
  await expect(page.locator('main pre').first()).toContainText('data-ms-app="app_demo"');
});

test('the colours that a reader chooses hold on the next page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Dark colours' }).click();
  expect(await ground()).not.toBe(light);
  const dark = await ground();
  await page.getByRole('link', { name: 'Next First site in ten minutes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your first site in ten minutes' })).toBeVisible();
  expect(await ground()).toBe(dark);
  expect(await findFaults(page, { themes: [''] })).toEqual([]);
});

test('a call is tried from the reference, its session serves the next one, and a refusal is shown', async ({
  page,
}) => {
  await page.goto('/docs/api#post-auth-login');
  const call = page.locator('#post-auth-login');
  await call.getByRole('button', { name: 'JavaScript' }).click();
  await expect(call.locator('pre').filter({ hasText: 'fetch(' })).toBeVisible();
  await expect(call.locator('pre').filter({ hasText: 'curl' })).toBeHidden();
  await call.getByRole('button', { name: 'Try it' }).click();
  await call.getByRole('button', { name: 'Send to pk_sb_demo' }).click();
  await expect(call.getByRole('status')).toContainText('Status 200');
  const me = page.locator('#get-member');
  await me.getByRole('button', { name: 'Try it' }).click();
  await me.getByRole('button', { name: 'Send' }).click();
  await expect(me.getByRole('status')).toHaveText('Status 200');
  await expect(me.locator('.try pre')).toContainText('friend@intake.example');
  await call.getByLabel('Body').fill('{"email": "friend@intake.example", "password": "wrong-password"}');
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.getByRole('status')).toContainText('invalid-credentials');
});

test('a call is not sent to a site that is live', async ({ page }) => {
  await page.route('**/app', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { data: { ...data, mode: 'live' } } });
  });
  await page.goto('/docs/api#post-auth-login');
  const call = page.locator('#post-auth-login');
  await call.getByRole('button', { name: 'Try it' }).click();
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.getByRole('status')).toContainText('to sites in test mode only');
});

siteTest(
  'markup typed in the playground is at work beside it, and the Inspector names its mistakes',
  async ({ site }) => {
    const { page } = site;
    await page.goto(`${process.env.INTAKE_URL}/docs/playground`);
    const frame = page.frameLocator('iframe[title="The markup at work"]');
    await expect(frame.getByText('You are a visitor.')).toBeVisible();
    await page
      .getByLabel('Markup')
      .fill('<p data-ms-content="!members">Come in</p><button data-ms-modal="sign-up">Join</button>');
    await expect(frame.getByText('Come in')).toBeVisible();
    await expect(frame.getByRole('heading', { name: 'Riverbend Makers' })).toBeVisible();
    await expect(frame.getByText('sign-up').first()).toBeVisible();
    await page.getByLabel('Markup').fill('<img src="/none" onerror="document.title = 1"><b>Bold</b>');
    await expect(frame.getByText('Bold')).toBeVisible();
  },
);

/** Faults in both colours, at every width. */
async function findFaultsInBothColours(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await findFaults(page, { themes: [''] })).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

for (const [path, name] of [
  ['/docs/playground', 'the playground'],
  ['/dev/mail', 'the mailbox'],
  ['/dev/card/', 'the card sandbox'],
  ['/dev/oidc', 'the local provider'],
] as const)
  test(`${name} is accessible in both colours and leads to the front door`, async ({ page, request }) => {
    await page.route('**/playground', (route) =>
      route.request().frame().parentFrame() === null ? route.continue() : route.abort(),
    );
    // So that the mailbox has a mail to show.
    await request.post('/auth/passwordless/login/send', {
      headers: { 'x-api-key': 'pk_sb_demo' },
      data: { email: 'friend@intake.example' },
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findFaultsInBothColours(page)).toEqual([]);
    await page.getByRole('link', { name: 'Intake', exact: true }).click();
    await expect(page).toHaveURL(`${process.env.INTAKE_URL}/`);
  });

siteTest(
  'the page on which the local provider asks who somebody is, is accessible in both colours',
  async ({ site }) => {
    await site.opens('/login');
    const opened = site.page.waitForEvent('popup');
    await site.page.locator('[data-ms-auth-provider="local"]').first().click();
    const popup = await opened;
    await expect(popup.getByRole('heading', { name: 'Sign in to Riverbend Makers' })).toBeVisible();
    expect(await findFaultsInBothColours(popup)).toEqual([]);
    // A negative control: a fault is found on this page.
    await popup.getByLabel('Email address').evaluate((field) => field.previousElementSibling!.remove());
    expect((await findFaults(popup, { themes: [''] })).join()).toContain('label');
  },
);
