import type { Page } from '@playwright/test';
import { expect, test, type DemoSite } from './demo-site.ts';
import { buildPerson } from './portal.ts';

/** The dialog with test cards on a site in test mode. Members of a live site never see it. */

const service = process.env.INTAKE_URL!;

interface Intake {
  openModal(type: string, params?: object): Promise<{ type: string }>;
  hideModal(): void;
}

declare global {
  interface Window {
    Intake?: object;
  }
}

const dialogOf = (page: Page) => page.locator('#TestCardModal');
const toggleOf = (page: Page) => page.getByRole('button', { name: 'Other test cards' });

/** Opens a dialog as a script of the page does, and does not wait for its end. */
async function opens({ page }: DemoSite, params: object = {}): Promise<void> {
  await page.waitForFunction(() => 'Intake' in window);
  await page.evaluate((given) => {
    (window.Intake as Intake).openModal('TEST_CARD', given).catch(() => undefined);
  }, params);
}

/** Opens a dialog that ends by itself. @returns how */
async function endsAtOnce({ page }: DemoSite, type: string, params: object = {}): Promise<{ type: string }> {
  await page.waitForFunction(() => 'Intake' in window);
  return page.evaluate(([name, given]) => (window.Intake as Intake).openModal(name, given), [type, params] as const);
}

/** Records the page's requests for test mode files from now on. */
function watchesTestMode(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/\/(?:test-mode|checkout)-/.test(request.url())) fetched.push(request.url());
  });
  return fetched;
}

/** The settings as the service would answer them for a site with real members; none of those may be opened from http. */
const isLive = ({ page, request }: DemoSite) =>
  page.route(`${service}/app`, async (route) => {
    const answer = await request.get(route.request().url(), { headers: route.request().headers() });
    const { data } = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { data: { ...data, mode: 'live' } } });
  });

const keptPrice = (site: DemoSite) => site.keeps('ms_price', 'sessionStorage');

/** Chooses a price as a visitor and signs up by the page's own form. */
async function signsUpForPrice(site: DemoSite): Promise<void> {
  await site.opens('/join');
  await site.follows('Be a maker');
  await site.fills('signup', { 'first-name': 'Ana', ...buildPerson() });
  await site.sends('signup');
}

/** Stops the page's clock until the test advances it. */
async function stopsTime(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 60_000));
}

test('a price chosen before leads to a test card, and from there to the checkout', async ({ site }) => {
  const { page } = site;
  const fetched = watchesTestMode(page);
  await signsUpForPrice(site);
  const dialog = page.getByRole('dialog', { name: 'Copy Stripe Test Card' });
  await expect(dialog.getByText('Test mode only. Live members will never see this modal.')).toBeVisible();
  await expect(dialog.getByText(/any CVC, any future expiry date and any ZIP/)).toBeVisible();
  await expect(dialog.getByRole('link')).toHaveAttribute('href', 'https://docs.stripe.com/testing#cards');
  // Code, still and film.
  await expect.poll(() => fetched.length).toBeGreaterThan(2);
  await page.route('**/create-checkout-session', (route) => route.abort(), { times: 1 });
  await site.presses('Continue to Test Checkout');
  await expect(dialog.getByRole('alert')).toContainText('cannot be reached');
  await site.presses('Continue to Test Checkout');
  await expect(page).toHaveURL(/\/dev\/card\/pay\//);
  await expect(page.getByText('17.10').first()).toBeVisible();
  await page.goBack();
  await site.isAt('/join#sign-up');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => keptPrice(site)).toBeNull();
});

test('whoever closes it pays nothing, keeps what they chose and goes where a sign-up leads', async ({ site }) => {
  const { page } = site;
  await signsUpForPrice(site);
  await expect(dialogOf(page)).toBeVisible();
  await site.presses('Close');
  await site.isAt('/thanks');
  await expect.poll(() => keptPrice(site)).toBe('prc_demo_maker_monthly');
  // What waits in the tab is what the dialog pays for when a page opens it.
  await opens(site);
  await site.presses('Continue to Test Checkout');
  await expect(page).toHaveURL(/\/dev\/card\/pay\//);
});

test('a visitor is asked to log in first, and what they chose waits', async ({ site }) => {
  await site.opens('/join');
  await site.follows('Be a maker');
  await expect.poll(() => keptPrice(site)).toBe('prc_demo_maker_monthly');
  await opens(site);
  await site.presses('Continue to Test Checkout');
  await expect(site.page.getByRole('dialog').getByRole('alert')).toHaveText('Member not logged in');
  await expect.poll(() => keptPrice(site)).toBe('prc_demo_maker_monthly');
});

test('a member who presses a price sees it first, and a page opens it by its name', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  await site.opens('/upgrade');
  await site.follows('Be a maker');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await site.isAt('/upgrade');
  await expect.poll(() => keptPrice(site)).toBeNull();

  await page.evaluate(() => {
    const { openModal } = window.Intake as Intake;
    void openModal('test-card', { hideCloseButton: true }).then(({ type }) => (document.title = type));
  });
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await site.presses('Continue to Test Checkout');
  await expect(page.getByText('Nothing to pay for has been chosen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle('CLOSED');

  await site.follows('Be a maker');
  await site.presses('Continue to Test Checkout');
  await expect(page).toHaveURL(/\/dev\/card\/pay\//);
});

test('each card is copied without blanks, shown green for a second, and then all is as it was', async ({ site }) => {
  const { page } = site;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await site.opens('/attributes');
  await opens(site);
  await expect(dialogOf(page)).toBeVisible();
  await expect(dialogOf(page).locator('section h3')).toHaveText(['Successful payments', 'Declined payments']);
  await stopsTime(page);
  const main = dialogOf(page).getByRole('button').filter({ hasText: 'Stripe Test Card' });
  const green = 'rgb(23, 102, 58)';
  const copies = async (name: string | RegExp, number: string) => {
    await page.getByRole('button', { name }).click();
    await expect(main).toHaveText('Copied Stripe Test Card');
    await expect(main).toHaveCSS('background-color', green);
    await expect(dialogOf(page).getByRole('status')).toHaveText('Copied Stripe Test Card');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  };
  const isAsBefore = async () => {
    await expect(main).toHaveText('Copy Stripe Test Card');
    await expect(main).not.toHaveCSS('background-color', green);
    await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'false');
  };
  await isAsBefore();
  await copies('Copy Stripe Test Card', '4242424242424242');
  await page.clock.runFor(999);
  await expect(main).toHaveText('Copied Stripe Test Card');
  await page.clock.runFor(1);
  await isAsBefore();
  const others: [string, string][] = [
    ['Visa Debit ...5556', '4000056655665556'],
    ['Mastercard ...4444', '5555555555554444'],
    ['American Express ...10005', '378282246310005'],
    ['Generic decline ...0002', '4000000000000002'],
    ['Insufficient funds ...9995', '4000000000009995'],
  ];
  for (const [name, number] of others) {
    await toggleOf(page).click();
    await copies(name, number);
    await expect(page.getByRole('button', { name })).toHaveCSS('background-color', green);
    await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'true');
    await page.clock.runFor(1_000);
    await isAsBefore();
    await expect(page.getByRole('button', { name })).toBeHidden();
  }
});

test('it is used by keyboard alone, and says what it does to whoever cannot see it', async ({ site }) => {
  const { page } = site;
  await page.context().grantPermissions(['clipboard-write']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await site.opens('/attributes');
  await opens(site);
  await expect(page.getByRole('heading', { name: 'Copy Stripe Test Card' })).toBeFocused();
  await site.isAccessible();
  const reaches = async (name: string) => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  };
  await reaches('Pause the film');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Play the film' })).toBeFocused();
  await reaches('Copy Stripe Test Card');
  await reaches('Other test cards');
  await page.keyboard.press('Enter');
  await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'true');
  await site.isAccessible();
  await reaches('Visa Debit ...5556');
  await page.keyboard.press('Escape');
  await expect(toggleOf(page)).toBeFocused();
  await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Space');
  await reaches('Visa Debit ...5556');
  await page.keyboard.press('Enter');
  // What was pressed goes away; the focus does not go with it.
  await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(toggleOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
});

test('where a browser keeps the clipboard to itself, the number is there to be copied by hand', async ({ site }) => {
  const { page } = site;
  await site.opens('/attributes');
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } }),
  );
  await opens(site);
  await toggleOf(page).click();
  await page.getByRole('button', { name: 'Mastercard' }).click();
  await expect(page.getByRole('alert')).toContainText(['Your browser lets no page copy here.']);
  const number = page.getByLabel('Number of the test card');
  await expect(number).toHaveValue('5555555555554444');
  await expect
    .poll(() => number.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]))
    .toEqual([0, 16]);
  await site.isAccessible();
});

test('a film shows how, silently, and only by itself where motion is welcome', async ({ site }) => {
  const { page } = site;
  const film = dialogOf(page).locator('video');
  await site.opens('/attributes');
  await opens(site);
  await expect(film).toHaveJSProperty('paused', false);
  await expect(film).toHaveJSProperty('muted', true);
  await expect(film).toHaveJSProperty('loop', true);
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await site.presses('Pause the film');
  await expect(film).toHaveJSProperty('paused', true);
  // Some browsers play nothing that cannot be had in pieces.
  const answer = await site.request.get((await film.getAttribute('src'))!, { headers: { range: 'bytes=0-99' } });
  expect([answer.status(), answer.headers()['content-type'], (await answer.body()).length]).toEqual([
    206,
    'video/webm',
    100,
  ]);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await opens(site);
  await site.presses('Play the film');
  await expect(film).toHaveJSProperty('paused', false);

  await page.route('**/*.webm', (route) => route.abort());
  await page.reload();
  await opens(site);
  await expect(page.getByRole('button', { name: 'Continue to Test Checkout' })).toBeVisible();
  await expect(film).toHaveCount(0);
});

test('when it cannot be fetched that is said, and it ends as if it had been closed', async ({ site }) => {
  const { page } = site;
  await page.route('**/test-mode-*.js', (route) => route.abort());
  await signsUpForPrice(site);
  await expect(page.getByRole('dialog', { name: 'Something went wrong. Please try again.' })).toBeVisible();
  await site.presses('Close');
  await site.isAt('/thanks');
  await expect.poll(() => keptPrice(site)).toBe('prc_demo_maker_monthly');
});

test('what a dictionary says stands there as text, whatever it is', async ({ site }) => {
  const { page } = site;
  await site.opens('/attributes');
  const markup = '<img src=x onerror="window.pwned=1">';
  await opens(site, {
    translations: {
      test_card_title: `${markup} Karte`,
      test_card_copy_button: 'Kopieren',
      test_card_visa: 'x'.repeat(2_000),
      test_card_amex: markup,
      test_card_alternatives: '//elsewhere.example',
    },
  });
  await expect(page.getByRole('dialog', { name: `${markup} Karte` })).toBeVisible();
  await toggleOf(page).click();
  await expect(page.getByRole('button', { name: `${markup} ...10005` })).toBeVisible();
  await expect(page.getByRole('link', { name: '//elsewhere' })).toHaveAttribute('href', /stripe/);
  const isInside = () => dialogOf(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth);
  await expect.poll(isInside).toBe(true);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
});

test('the Inspector is asked to open by a dialog’s name, and no dialog comes', async ({ site }) => {
  const { page } = site;
  await site.opens('/attributes');
  await page.evaluate(() => {
    const told: string[] = Object.assign(window, { told: [] as string[] }).told;
    document.addEventListener('intake:inspector-open', () => told.push('asked'));
    new MutationObserver(() => {
      if (document.querySelector('intake-modal')?.shadowRoot?.querySelector('dialog')) told.push('dialog');
    }).observe(document, { childList: true, subtree: true });
  });
  expect(await endsAtOnce(site, 'INSPECTOR')).toEqual({ type: 'CLOSED' });
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual(['asked']);
});

test('on a live site there is none of it, whatever the page says, and prices lead straight to the checkout', async ({
  site,
}) => {
  const { page } = site;
  const fetched = watchesTestMode(page);
  await isLive(site);
  await site.opens('/attributes');
  await page.evaluate(() => {
    document.addEventListener('intake:inspector-open', () => document.body.setAttribute('data-opened', ''));
  });
  const sandbox = { app: { mode: 'sandbox', branding: { colors: {} }, additionalAuthMethods: { passwordless: {} } } };
  for (const type of ['TEST_CARD', 'INSPECTOR'])
    for (const params of [{}, sandbox]) expect(await endsAtOnce(site, type, params)).toEqual({ type: 'CLOSED' });
  await expect(page.locator('body[data-opened]')).toHaveCount(0);
  await signsUpForPrice(site);
  await expect(page).toHaveURL(/\/dev\/card\/pay\//);
  expect(fetched).toEqual([]);
});
