import { portalPages } from '../shared/portal-pages.ts';
import { expect, test } from './portal.ts';

const forVisitors = [
  'login',
  'register',
  'forgotPassword',
  'outlineForm',
  'terms',
  'privacy',
  'accessibility',
  'refunds',
] as const;
const forMembers = ['cyber', 'data', 'software'] as const;

test.beforeEach(async ({ page }) => {
  // A reference to the first heading shows whether React hydrated it or rendered another.
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(globalThis, { firstHeading: document.querySelector('#root[data-rendered] h1') });
    }),
  );
});

const keepsFirstHeading = () =>
  (globalThis as { firstHeading?: Element | null }).firstHeading?.isConnected ?? 'there was none';

test('the browser goes on with the page it was sent, and has nothing to say against it', async ({ portal, page }) => {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  for (const name of forVisitors) {
    await portal.open(portalPages[name].path);
    expect(await page.evaluate(keepsFirstHeading), name).toBe(true);
  }
  await portal.arrivesPreapproved();
  for (const name of forMembers) {
    await portal.open(portalPages[name].path);
    await expect(page.getByRole('link', { name: 'Enrol Now' }).first()).toBeVisible();
    expect(await page.evaluate(keepsFirstHeading), name).toBe(true);
  }
  expect(said).toEqual([]);
});

test('what is typed before the code has come stays, and a hasty press sends it nowhere', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.INTAKE_URL });
  const page = await context.newPage();
  let letPass = () => {};
  const held = new Promise<void>((resolve) => (letPass = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/uts/login', { waitUntil: 'commit' });
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('ana@example.org');
  await page.getByRole('button', { name: 'Log In' }).click();
  letPass();
  await expect(page.locator('#root[data-rendered]')).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
  await expect(email).toHaveValue('ana@example.org');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.close();
});

test('a member who comes to the login page sees no form on the way', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  // From here on the browser has a session.
  await portal.open('profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.addInitScript(() => {
    const forms = new MutationObserver(() => {
      if (document.querySelector('[name=password]')) Object.assign(globalThis, { sawForm: true });
    });
    forms.observe(document, { childList: true, subtree: true });
  });
  await portal.open('login');
  await portal.isAt('eligibility');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as { sawForm?: boolean }).sawForm ?? false)).toBe(false);
});

test('a visitor who comes to a page for members sees no frame of theirs on the way', async ({ portal, page }) => {
  await page.addInitScript(() => {
    const frames = new MutationObserver(() => {
      if (document.querySelector('.skeleton')) Object.assign(globalThis, { sawFrame: true });
    });
    frames.observe(document, { childList: true, subtree: true });
  });
  const sawFrame = () => page.evaluate(() => (globalThis as { sawFrame?: boolean }).sawFrame ?? false);
  for (const path of ['enrol', 'profile']) {
    await portal.open(path);
    await portal.isAt('login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await sawFrame(), path).toBe(false);
  }
  // Whoever brings a session sees the frame while the rest is awaited.
  await portal.arrivesPreapproved();
  await portal.open('profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
  expect(await sawFrame()).toBe(true);
});

test('a tab that remembers something shows that, not the page as it was sent', async ({ portal, page }) => {
  await portal.open(portalPages.outlineForm.path);
  await portal.types('First name', 'Ana');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Ana');
});

test('a visitor’s first screen on a phone says what can be learnt, how long it takes, what it costs and when it starts', async ({
  portal,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await portal.open('login');
  const facts = page.getByRole('complementary', { name: 'About the courses' });
  for (const fact of ['Cyber Security', '12 weeks full-time', 'Next intake', 'NZ$12,375'])
    await expect(facts.getByText(fact).first()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Log In' })).toBeInViewport();
});
