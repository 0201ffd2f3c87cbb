import { expect, test, type DemoSite } from './demo-site.ts';

/** What the widget fetches before somebody means to sign in, with the intent, and after a request that failed. */

const service = process.env.INTAKE_URL!;
/** Budget in compressed bytes of what a page fetches of the widget before the first sign-in intent. */
const mostBeforeIntent = 12_288;

const opener = ({ page }: DemoSite) => page.getByRole('link', { name: 'Log in here' });
const email = ({ page }: DemoSite) => page.locator('#LoginModal').getByRole('textbox', { name: 'Email Address' });

/** Opens the site as one with real members: a page in test mode fetches the Inspector besides. @returns files fetched of the widget */
async function opensLive(site: DemoSite, path = '/'): Promise<{ name: string; bytes: Promise<number> }[]> {
  const { page, request } = site;
  await page.route(`${service}/app`, async (route) => {
    const answer = await request.get(route.request().url(), { headers: route.request().headers() });
    const { data } = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { data: { ...data, mode: 'live' } } });
  });
  const fetched: { name: string; bytes: Promise<number> }[] = [];
  page.on('requestfinished', (sent) => {
    const name = /\/widget\/v1\/(.+)\.js$/.exec(sent.url())?.[1];
    // A page that is closed while this is asked answers no more; nothing reads its sizes then.
    if (name)
      fetched.push({
        name,
        bytes: sent.sizes().then(
          ({ responseBodySize }) => responseBodySize,
          () => 0,
        ),
      });
  });
  await site.opens(path);
  await settles(site);
  return fetched;
}

/** The page knows who looks at it, and has had nothing to do since. */
const settles = ({ page }: DemoSite) =>
  page.evaluate(async () => {
    await (window as unknown as { Intake: { onReady: Promise<void> } }).Intake.onReady;
    // A page that is never idle has had its time, too.
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 2_000 }));
  });
const settlesOnNetwork = async (site: DemoSite) => {
  await settles(site);
  await site.page.waitForLoadState('networkidle');
};
const hasDialogs = (fetched: { name: string }[]) => fetched.some(({ name }) => name.startsWith('modal-'));

test('a page on which nobody means to sign in fetches the install script alone', async ({ site }) => {
  const fetched = await opensLive(site);
  await site.page.mouse.move(5, 5);
  await site.page.mouse.wheel(0, 400);
  await settlesOnNetwork(site);
  expect(fetched.map(({ name }) => name)).toEqual(['intake']);
  const bytes = await Promise.all(fetched.map((each) => each.bytes));
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(mostBeforeIntent);
});

for (const [intent, shows] of [
  ['a pointer over an opener', (site: DemoSite) => opener(site).hover()],
  ['the focus on an opener', (site: DemoSite) => opener(site).focus()],
  ['a finger on an opener', (site: DemoSite) => opener(site).dispatchEvent('touchstart')],
  [
    'a script that opens a dialog',
    ({ page }: DemoSite) =>
      page.evaluate(() => {
        const { openModal } = (window as unknown as { Intake: { openModal(type: string): Promise<unknown> } }).Intake;
        void openModal('LOGIN');
      }),
  ],
] as const)
  test(`${intent} fetches the dialogs`, async ({ site }) => {
    const fetched = await opensLive(site);
    expect(hasDialogs(fetched)).toBe(false);
    await shows(site);
    await expect.poll(() => hasDialogs(fetched)).toBe(true);
    await expect(site.page.locator('intake-rehearsal')).toHaveCount(0);
  });

test('an opener in view fetches the dialogs on Wi-Fi alone, and not where data is to be saved', async ({ arrive }) => {
  const fetchedOn = async (connection: object | undefined) => {
    const site = await arrive();
    await site.page.addInitScript(
      (value) => Object.defineProperty(navigator, 'connection', { value, configurable: true }),
      connection,
    );
    return { site, fetched: await opensLive(site) };
  };
  const fetchesOn = async (connection: object | undefined) => {
    const { site, fetched } = await fetchedOn(connection);
    await settlesOnNetwork(site);
    return hasDialogs(fetched);
  };
  const { fetched } = await fetchedOn({ type: 'wifi', saveData: false });
  await expect.poll(() => hasDialogs(fetched)).toBe(true);
  expect(await fetchesOn({ type: 'wifi', saveData: true })).toBe(false);
  expect(await fetchesOn({ type: 'cellular', saveData: false })).toBe(false);
  // As computers tell it: how fast it is, and not what it costs. Firefox and Safari tell nothing.
  expect(await fetchesOn({ effectiveType: '4g', saveData: false })).toBe(false);
  expect(await fetchesOn(undefined)).toBe(false);
});

test('an opener that is out of sight fetches nothing, also on Wi-Fi', async ({ site }) => {
  await site.page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { type: 'wifi' }, configurable: true }),
  );
  await site.page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.body.style.marginTop = '300vh')),
  );
  const fetched = await opensLive(site);
  await settlesOnNetwork(site);
  expect(hasDialogs(fetched)).toBe(false);
  await opener(site).scrollIntoViewIfNeeded();
  await expect.poll(() => hasDialogs(fetched)).toBe(true);
});

/** Chromium remembers by its address that a module did not arrive. */
for (const [part, presses, when] of [
  ['shell', 2, 'at once'],
  ['modal', 1, 'at once'],
  ['react', 1, 'at once'],
  ['modal', 1, 'beside the first look'],
  ['react', 1, 'beside the first look'],
] as const)
  test(`a dialog opens with press ${presses} where the first request for ${part} was cut ${when}`, async ({ site }) => {
    const { page } = site;
    let cuts = 0;
    await page.route(new RegExp(`/${part}-[\\w-]+\\.js`), async (route) => {
      if (cuts++ > 0) return route.continue();
      if (when !== 'at once') await page.locator('intake-modal').waitFor({ state: 'attached' });
      return route.abort();
    });
    await opensLive(site);
    // Without a pointer, which would fetch it before the press.
    await opener(site).dispatchEvent('click');
    if (presses > 1) {
      await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(/cannot be reached/);
      await opener(site).dispatchEvent('click');
    }
    await expect(email(site)).toBeFocused();
    await expect(site.page.locator('#LoginModal').getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    expect(cuts).toBeGreaterThan(1);
  });

test('a rehearsed dialog leaves focus and page as they are', async ({ site }) => {
  const { page } = site;
  await page.addInitScript(() => {
    const own = window as unknown as { shifts: number; focused: string[] };
    own.shifts = 0;
    own.focused = [];
    new PerformanceObserver((list) => (own.shifts += list.getEntries().length)).observe({ type: 'layout-shift' });
    document.addEventListener('focusin', ({ target }) => own.focused.push((target as Element).localName));
  });
  const fetched = await opensLive(site);
  await opener(site).hover();
  await expect.poll(() => hasDialogs(fetched)).toBe(true);
  await settlesOnNetwork(site);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  expect(await page.evaluate(() => (window as unknown as { shifts: number; focused: string[] }).focused)).toEqual([]);
  await opener(site).click();
  await expect(email(site)).toBeFocused();
});

test('what was done before a redirect is said on a page on which nothing else acts', async ({ site }) => {
  const { page } = site;
  const script = `<script src="${service}/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>`;
  await page.route('**/plain', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head><title>Plain</title><link rel="icon" href="data:,">${script}</head><body><h1>Plain</h1></body></html>`,
    }),
  );
  await opensLive(site, '/login');
  const { email: address, password } = await site.signsUp();
  await site.opens('/account');
  await site.logsOut();
  await site.opens('/login');
  await site.form('login').evaluate((form) => form.setAttribute('redirect', '/plain'));
  await site.fills('login', { email: address, password });
  await site.sends('login');
  await site.isAt('/plain');
  await expect(page.getByRole('status').filter({ visible: true })).toHaveText('You are logged in.');
});
