import type { Page } from '@playwright/test';
import { expect, test, type DemoSite } from './demo-site.ts';
import { buildPerson } from './portal.ts';

/** The widget on foreign pages: forms, buttons, gating. */

const service = process.env.INTAKE_URL!;

test('a visitor signs up with a form, with all they ticked and the plan they chose before', async ({ site }) => {
  const { page } = site;
  const person = buildPerson();
  await site.opens('/join');
  await site.isAccessible();
  await site.follows('Be a friend');
  await site.isAt('/join#sign-up');
  expect(await site.keeps('ms_plan', 'sessionStorage')).toBe('pln_demo_free');
  await site.fills('signup', { 'first-name': 'Ana', ...person });
  const form = site.form('signup');
  await form.getByLabel('Turning').check();
  await form.getByLabel('Carving').check();
  await form.getByLabel('Old hand').check();
  await form.getByLabel('How did you hear of us?').selectOption('A friend');
  await form.getByLabel('Send me the newsletter').check();
  const sent = page.waitForRequest(`${service}/auth/signup`);
  await site.sends('signup');
  expect((await sent).postDataJSON()).toMatchObject({ plans: [{ planId: 'pln_demo_free' }], ...person });
  await site.isAt('/thanks');
  await site.sees('You are a friend of the workshop now.');
  expect(await site.keeps('ms_plan', 'sessionStorage')).toBeNull();
  expect(JSON.parse((await site.keeps('_ms-mem'))!)).toMatchObject({ planConnections: [{ planId: 'pln_demo_free' }] });

  await site.opens('/account');
  const profile = site.form('profile');
  await expect(profile.getByLabel('First name')).toHaveValue('Ana');
  await expect(profile.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await expect(profile.getByLabel('Joinery')).not.toBeChecked();
  await expect(profile.getByLabel('Old hand')).toBeChecked();
  await expect(profile.getByLabel('How did you hear of us?')).toHaveValue('A friend');
  await expect(page.getByRole('heading', { name: 'Hello Ana' })).toBeVisible();
  await expect(site.form('email').getByLabel('Email')).toHaveValue(person.email);
  await site.isAccessible();
});

test('a member changes profile, picture and password, and leaves for good', async ({ site }) => {
  const { page } = site;
  const { email, password } = await site.signsUp();
  await site.opens('/account');
  await expect(site.form('profile').getByLabel('First name')).toHaveValue('Ana');
  await site.fills('profile', { 'first-name': 'Bo' });
  await site.sends('profile');
  await expect(page.getByRole('heading', { name: 'Hello Bo' })).toBeVisible();
  const told = site.form('profile').getByRole('status');
  await expect(told).toBeVisible();
  await site.presses('Close this message', told);
  await expect(told).toBeHidden();

  const chooser = page.waitForEvent('filechooser');
  await site.presses('Choose a picture');
  await (await chooser).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await site.sees('File is not an image.');
  const another = page.waitForEvent('filechooser');
  await site.presses('Choose a picture');
  await (await another).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
  await expect(page.getByAltText('Your picture')).toHaveAttribute('src', new RegExp(`^${service}/`));

  await site.fills('password', { 'current-password': 'not this one', 'new-password': `${password}-2` });
  await site.sends('password');
  const current = site.form('password').getByLabel('Current password');
  await expect(current).toHaveAttribute('aria-invalid', 'true');
  await expect(current).toBeFocused();
  await expect(current).toHaveValue('not this one');
  await current.fill(password);
  await site.sends('password');
  await expect(current).toHaveValue('');
  await expect(current).toHaveAttribute('aria-invalid', 'false');

  await page.getByRole('button', { name: 'Delete my account' }).dblclick();
  await site.sees('Press once more');
  await site.presses('Are you sure?');
  await site.sees('Log in to see it.');
  expect([await site.keeps('_ms-mid'), await site.keeps('_ms-mem')]).toEqual([null, null]);
  await site.opens('/login');
  await site.fills('login', { email, password: `${password}-2` });
  await site.sends('login');
  await expect(site.form('login').getByRole('alert')).toBeVisible();
  await expect(site.form('login').getByLabel('Email')).toHaveValue(email);
});

test('a code from a mail logs in, says that it dropped the password, and a new one is set at once', async ({
  site,
}) => {
  const { email } = await site.signsUp();
  await site.logsOut();
  await site.opens('/login');
  await expect(site.form('passwordless-login').getByLabel('Code from the mail')).toBeHidden();
  await site.fills('passwordless-login', { email });
  await site.sends('passwordless-login');
  await expect(site.form('passwordless-login').getByLabel('Code from the mail')).toBeFocused();
  await site.fills('passwordless-login', { token: await site.getCode(email, /log-in code/) });
  await site.presses('Log in with this code');
  const offer = site.page.locator('#NewPasswordModal');
  await expect(offer).toContainText('The password your account had before no longer works');
  const password = 'Kowhai-a-new-one';
  await offer.getByRole('textbox', { name: 'New Password' }).fill(password);
  await offer.getByRole('button', { name: 'Save new password' }).click();
  await site.isAt('/account');
  await site.logsOut();
  await site.opens('/login');
  await site.fills('login', { email, password });
  await site.sends('login');
  await site.isAt('/account');
});

test('a code from a mail sets a forgotten password', async ({ site }) => {
  const { email } = await site.signsUp();
  await site.logsOut();
  await site.opens('/reset');
  await site.fills('forgot-password', { email });
  await site.sends('forgot-password');
  await site.isAt('/reset#new');
  const password = 'Kowhai-another-one';
  await site.fills('reset-password', { token: await site.getCode(email, /Reset your password/), password });
  await site.sends('reset-password');
  await site.isAt('/login');
  await site.fills('login', { email, password });
  await site.sends('login');
  await site.isAt('/account');
});

test('a price chosen before is paid after signing up, with its coupon', async ({ site }) => {
  const { page } = site;
  const person = buildPerson();
  await site.opens('/join');
  await site.follows('Be a maker');
  await site.fills('signup', { 'first-name': 'Ana', ...person });
  await site.sends('signup');
  await site.presses('Continue to Test Checkout');
  await expect(page).toHaveURL(/\/dev\/card\/pay\//);
  await expect(page.getByText('17.10').first()).toBeVisible();
  await site.pays();
  await site.isAt('/thanks');
  expect([await site.keeps('ms_price', 'sessionStorage'), await site.keeps('ms_coupon', 'sessionStorage')]).toEqual([
    null,
    null,
  ]);
  // What was paid is told by the card provider, a moment later.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('You are a maker now.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await site.opens('/account');
  await site.presses('Payments');
  await expect(page.getByRole('article', { name: /Maker/ })).toBeVisible();
});

test('a provider’s window signs up, and is connected and disconnected in a list', async ({ site }) => {
  const { page } = site;
  const { email } = buildPerson();
  await site.opens('/login');
  await site.passesProvider(() => site.presses('Log in with your local account'), email);
  await expect(site.form('login').getByRole('alert')).toBeVisible();
  await site.opens('/join');
  await site.passesProvider(() => site.presses('Join with your local account'), email);
  await site.isAt('/thanks');

  await site.opens('/account');
  const list = page.locator('[data-ms-auth="manage-providers"]');
  await expect(list.getByText('Connected', { exact: true })).toBeVisible();
  await expect(site.form('password').getByLabel('Current password')).toBeHidden();
  await site.presses('Disconnect Local account', page);
  await expect(page.getByRole('alert').filter({ visible: true })).toBeVisible();
  await expect(list.getByText('Connected', { exact: true })).toBeVisible();
});

test('each of three kinds of visitor sees what is theirs, and nothing flashes', async ({ site }) => {
  const { page } = site;
  await watchesForFlashes(page);
  const opensSlowly = await holdsAnswers(site);
  await opensSlowly('/');
  await site.sees('Friends of the workshop pay nothing');
  await site.misses('You have no plan yet.');
  await opensSlowly('/evenings');
  await site.isAt('/');
  await opensSlowly('/workshop-plans');
  await site.isAt('/join');
  expect(await flashed(page)).toEqual([]);

  await site.signsUp();
  await site.opens('/');
  await site.sees('You have no plan yet.');
  await site.misses('You are a friend of the workshop.');
  await site.opens('/evenings');
  await site.sees('A stool in an evening');
  await site.opens('/workshop-plans');
  await site.isAt('/join');

  await site.signsUp('pln_demo_free');
  await site.opens('/workshop-plans');
  await site.sees('The beech bench, drawn');
  await expect.poll(() => flashed(page)).toEqual(gatedTexts);
});

test('a page that only shows and hides fetches one script and one answer, and keeps both', async ({ site }) => {
  const { page } = site;
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(service) && asked.push(new URL(request.url()).pathname));
  const body = `<!doctype html><title>Plain</title><link rel="icon" href="data:,">
<script src="${service}/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>
<p data-ms-content="members">For members</p><p data-ms-content="!members">For visitors</p>`;
  await page.route('**/plain', (route) => route.fulfill({ contentType: 'text/html', body }));
  // As on a live site, without the Inspector.
  const settings = await site.request.get(`${service}/app`, { headers: { 'x-api-key': 'pk_sb_demo' } });
  const live = (await settings.text()).replace('"mode":"sandbox"', '"mode":"live"');
  const headers = { 'access-control-allow-origin': process.env.INTAKE_DEMO_URL! };
  await page.route(`${service}/app`, (route) =>
    route.fulfill({ contentType: 'application/json', headers, body: live }),
  );
  await site.opens('/plain');
  await site.sees('For visitors');
  await page.evaluate(() => (window as unknown as { Intake: { onReady: Promise<void> } }).Intake.onReady);
  expect(asked).toEqual(['/widget/v1/intake.js', '/app']);
  // What somebody can press comes with what it needs.
  const acts = page.waitForRequest(/\/widget\/v1\/acts-/);
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<a data-ms-action="logout">Log out</a>'));
  await acts;

  const script = await site.request.get(`${service}/widget/v1/intake.js`);
  const again = { headers: { 'if-none-match': script.headers()['etag']! } };
  expect((await site.request.get(`${service}/widget/v1/intake.js`, again)).status()).toBe(304);
  expect(settings.headers()['cache-control']).toContain('max-age=60');
});

test('a gated page that says nothing of it is seen for a moment, by who has never been here', async ({ site }) => {
  const { page } = site;
  await watchesForFlashes(page);
  const opensSlowly = await holdsAnswers(site);
  const unmarked = await site.request.get(`${process.env.INTAKE_DEMO_URL}/evenings`);
  const body = (await unmarked.text()).replace('data-ms-gated', '');
  await page.route('**/evenings', (route) => route.fulfill({ contentType: 'text/html', body }));
  await opensSlowly('/evenings');
  await site.isAt('/');
  expect(await flashed(page)).toEqual(['A stool in an evening']);
  // The next time it is known.
  await page.evaluate(() => sessionStorage.clear());
  await opensSlowly('/evenings');
  await site.isAt('/');
  expect(await flashed(page)).toEqual([]);
});

test('a page goes with who logs in and out in another tab, with new elements and with routes', async ({ site }) => {
  const { page } = site;
  const person = await site.signsUp('pln_demo_free');
  await site.opens('/attributes');
  await site.sees('You are a friend');
  await site.sees('The beech bench, drawn');
  const green = page.getByText('Green for members');
  await expect(green).toHaveCSS('background-color', 'rgb(30, 92, 65)');

  const other = await page.context().newPage();
  await other.goto('/evenings');
  await expect(other.getByText('Sharpening')).toBeVisible();
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(other).toHaveURL('/');
  await site.sees('Hello, visitor');
  await site.misses('You are a friend');
  await site.misses('The beech bench, drawn');
  await expect(green).not.toHaveCSS('background-color', 'rgb(30, 92, 65)');
  await expect(page.getByText('Ana', { exact: true })).toHaveCount(0);

  await other.goto('/login');
  await other.locator('form[data-ms-form=login]').getByLabel('Email').fill(person.email);
  await other.locator('form[data-ms-form=login]').getByLabel('Password').fill(person.password);
  await other.locator('form[data-ms-form=login] [type=submit]').click();
  await expect(other).toHaveURL('/account');
  await site.sees('You are a friend');

  await page.evaluate(() => {
    const late = document.createElement('div');
    late.innerHTML = `<p data-ms-content="members">Late for <b data-ms-member="first-name">you</b></p>
      <p data-ms-content="!members">Late for visitors</p><div id="press" data-ms-action="logout">Late log-out</div>`;
    document.querySelector('main')!.prepend(late);
  });
  await site.sees('Late for Ana');
  await site.misses('Late for visitors');
  const press = page.getByRole('button', { name: 'Late log-out' });
  await press.focus();
  await page.keyboard.press('Enter');
  await site.sees('Late for visitors');
  await page.evaluate(() => history.pushState({}, '', '/evenings'));
  await site.isAt('/');
});

test('without the service a page stays usable, says so, and goes on when it is back', async ({ site }) => {
  const { page } = site;
  const isUp = { yes: false };
  for (const path of ['app', 'member', 'auth/login'])
    await page.route(`${service}/${path}`, (route) => (isUp.yes ? route.continue() : route.abort()));
  await page.clock.install();
  await site.opens('/evenings');
  await expect(page.getByRole('alert')).toContainText('does not answer');
  await expect(page.getByText('Sharpening')).toBeHidden();

  await site.opens('/login');
  await site.fills('login', { email: 'ana@example.org', password: 'Kowhai-1234' });
  await site.sends('login');
  await expect(site.form('login').getByRole('alert')).toContainText('cannot be reached');
  await expect(site.form('login').getByLabel('Password')).toHaveValue('Kowhai-1234');
  isUp.yes = true;
  await site.sends('login');
  await expect(site.form('login').getByRole('alert')).toContainText(/password/i);

  isUp.yes = false;
  await site.opens('/');
  await page.getByRole('link', { name: 'Log in here' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await site.opens('/evenings');
  await expect(page.getByRole('alert')).toContainText('does not answer');
  isUp.yes = true;
  await page.clock.fastForward(5_000);
  await site.isAt('/');

  // No answer at all is told, too.
  await page.route(`${service}/app`, () => undefined);
  await site.opens('/evenings');
  await page.clock.fastForward(4_500);
  await expect(page.getByRole('alert')).toContainText('does not answer');
  await expect(page.getByText('Sharpening')).toBeHidden();

  await page.route(`${service}/widget/**`, (route) => route.abort());
  await site.opens('/');
  await site.sees('New here?');
  await site.misses('You are a friend of the workshop.');
});

/** One white dot. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The service answers only once a page has been on screen for some frames. */
async function holdsAnswers({ page }: DemoSite): Promise<(path: string) => Promise<void>> {
  let release = () => undefined as void;
  let held = Promise.resolve();
  for (const path of ['app', 'member'])
    await page.route(`${service}/${path}`, async (route) => {
      await held;
      await route.fallback();
    });
  return async (path) => {
    held = new Promise((resolve) => (release = resolve));
    await page.goto(path);
    await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    release();
  };
}

/** Texts of gated content. */
const gatedTexts = ['You have no plan yet.', 'A stool in an evening', 'The beech bench, drawn'];

/** Checks before every frame whether gated text is visible, and records it across pages. */
async function watchesForFlashes(page: Page): Promise<void> {
  await page.addInitScript((texts) => {
    const look = () => {
      const seen = new Set(JSON.parse(sessionStorage.getItem('seen') ?? '[]') as string[]);
      const all = [...document.querySelectorAll('main :is(h2, span)')];
      const shown = all.filter((each) => each.checkVisibility({ visibilityProperty: true }));
      for (const text of texts) if (shown.some((each) => each.textContent.includes(text))) seen.add(text);
      sessionStorage.setItem('seen', JSON.stringify([...seen]));
      requestAnimationFrame(look);
    };
    if (location.protocol === 'http:') requestAnimationFrame(look);
  }, gatedTexts);
}

const flashed = async (page: Page): Promise<string[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '[]') as string[]);
