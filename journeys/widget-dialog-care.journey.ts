import type { Locator } from '@playwright/test';
import { DemoSite, expect, test } from './demo-site.ts';
import { buildPerson } from './portal.ts';

/** Dialogs keep a visitor's focus, scroll position and input. */

const opener = ({ page }: DemoSite) => page.getByRole('link', { name: 'Log in here' });
const field = (within: Locator, name: string) => within.getByRole('textbox', { name, exact: true });
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });
const told = ({ page }: DemoSite) => page.locator('.ms-messages [role=alert]');
const dialog = ({ page }: DemoSite) => page.locator('intake-modal dialog');

const openProfile = ({ page }: DemoSite, tab?: string) =>
  page.evaluate((view) => {
    const { openModal } = window.Intake as { openModal: (type: string, params: object) => Promise<unknown> };
    void openModal('PROFILE', view ? { profile: { tab: view } } : {}).catch(() => undefined);
  }, tab);

test('a double click on an opener leaves its dialog open', async ({ site }) => {
  await site.opens('/');
  // At the left, where the second click hits the backdrop.
  const { x, y } = (await opener(site).boundingBox())!;
  await site.page.mouse.click(x + 6, y + 6);
  await expect(dialog(site)).toBeVisible();
  await site.page.mouse.down({ clickCount: 2 });
  await site.page.mouse.up({ clickCount: 2 });
  await expect(field(site.page.locator('#LoginModal'), 'Email Address')).toBeFocused();
  await site.page.mouse.click(5, 5);
  await expect(dialog(site)).toHaveCount(0);
});

test('the second half of a double click presses nothing in the dialog that has come between', async ({ site }) => {
  const { page } = site;
  await site.opens('/');
  await opener(site).hover();
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/modal-/.test(name)));
  await opener(site).click();
  const link = button(page.locator('#LoginModal'), "Don't have an account?");
  const { x, y } = (await link.boundingBox())!;
  await page.keyboard.press('Escape');
  await opener(site).evaluate(
    (element, style) => element.setAttribute('style', style),
    `position:fixed;left:${x}px;top:${y}px;z-index:9`,
  );
  await page.mouse.dblclick(x + 6, y + 6);
  await expect(field(page.locator('#LoginModal'), 'Email Address')).toBeFocused();
});

test('the focus returns to the opener after the first dialog of a page, as after later ones', async ({ site }) => {
  const { page } = site;
  await site.opens('/');
  for (const time of ['first', 'second'])
    await test.step(time, async () => {
      await opener(site).focus();
      await page.keyboard.press('Enter');
      await expect(field(page.locator('#LoginModal'), 'Email Address')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog(site)).toHaveCount(0);
      await expect(opener(site)).toBeFocused();
    });
});

test('a first look that is closed gives the focus back', async ({ site }) => {
  const { page } = site;
  await page.route(/\/modal-[\w-]+\.js/, () => undefined);
  await site.opens('/');
  await opener(site).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(site)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(site)).toHaveCount(0);
  await expect(opener(site)).toBeFocused();
});

/** Opens a sign-up whose own code comes when it is released; until then the first look stands in its place. */
async function opensFirstLook(site: DemoSite): Promise<{ look: Locator; signup: Locator; release: () => void }> {
  const { page } = site;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/modal-[\w-]+\.js/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await site.opens('/');
  await page.evaluate(() => (window.Intake as { onReady: Promise<void> }).onReady.then(() => undefined));
  await page.evaluate(() => void (window.Intake as { openModal: (type: string) => unknown }).openModal('SIGNUP'));
  return { look: dialog(site), signup: page.locator('#SignupModal'), release };
}

test('a field pressed in the first look keeps the focus when the dialog takes its place', async ({ site }) => {
  const { look, signup, release } = await opensFirstLook(site);
  await field(look, 'Email Address').click();
  release();
  await expect(field(signup, 'First name')).toBeVisible();
  await expect(field(signup, 'Email Address')).toBeFocused();
});

test('the first look of a sign-up has the fields of the site, and the dialog takes over what is in them', async ({
  site,
}) => {
  const { look, signup, release } = await opensFirstLook(site);
  await expect(field(look, 'First name')).toBeFocused();
  const inputs = 'input:not([tabindex="-1"])';
  const names = (within: Locator) =>
    within.locator(inputs).evaluateAll((all) => all.map((each) => each.getAttribute('name')));
  const asked = await names(look);
  await field(look, 'First name').fill('Ana');
  await look.getByLabel('Newsletter').check();
  await field(look, 'Favourite workshop').fill('Oak');
  release();
  await expect(field(signup, 'First name')).toHaveValue('Ana');
  await expect(signup.getByLabel('Newsletter')).toBeChecked();
  await expect(field(signup, 'Favourite workshop')).toBeFocused();
  expect(asked).toEqual(await names(signup));
});

test('the cross of a first look closes it', async ({ site }) => {
  const { look } = await opensFirstLook(site);
  await button(look, 'Close').click();
  await expect(look).toHaveCount(0);
});

test('the page behind an open dialog does not scroll, nor move, and scrolls again afterwards', async ({ site }) => {
  const { page } = site;
  await site.opens('/');
  const scrolled = () => page.evaluate(() => scrollY);
  const width = () => page.evaluate(() => document.body.getBoundingClientRect().width);
  const before = await width();
  await opener(site).click();
  await expect(field(page.locator('#LoginModal'), 'Email Address')).toBeFocused();
  const at = await scrolled();
  await page.mouse.move(5, 300);
  await page.mouse.wheel(0, 400);
  // Wheel events are handled asynchronously.
  await page.evaluate(() => new Promise((heard) => setTimeout(heard, 300)));
  expect(await scrolled()).toBe(at);
  expect(await width()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(dialog(site)).toHaveCount(0);
  await page.mouse.wheel(0, 400);
  await expect.poll(scrolled).toBeGreaterThan(at);
});

test('what was typed is there again on the next screen that asks for it, but no password', async ({ site }) => {
  const { page } = site;
  const { email } = buildPerson();
  await site.opens('/');
  await opener(site).click();
  const login = page.locator('#LoginModal');
  await field(login, 'Email Address').fill(email);
  await field(login, 'Password').fill('Secret-1!');
  await button(login, "Don't have an account?").click();
  const signup = page.locator('#SignupModal');
  await expect(field(signup, 'Email Address')).toHaveValue(email);
  await expect(field(signup, 'Password')).toHaveValue('');
  await field(signup, 'First name').fill('Ana');
  await button(signup, 'Already have an account?').click();
  await expect(field(login, 'Password')).toHaveValue('');
  await button(login, "Don't have an account?").click();
  await expect(field(signup, 'First name')).toHaveValue('Ana');
  await button(signup, 'Already have an account?').click();
  await button(login, 'Forgot Password?').click();
  const forgot = page.locator('#PasswordResetModal');
  await expect(field(forgot, 'Email Address')).toHaveValue(email);
  await button(forgot, 'I already have a code').click();
  // Password managers keep a password under the user name beside it.
  await expect(page.locator('#PasswordTokenModal [autocomplete=username]')).toHaveValue(email);
});

test('a session that ended on the server asks for a new log-in, and gives back what was typed', async ({ site }) => {
  const { page } = site;
  const { email, password } = await site.signsUp();
  await openProfile(site);
  const profile = page.locator('#ProfileModal');
  await field(profile, 'First name').fill('Beatrix');
  await site.looksNoMore();
  await site.endsOnServer();
  await button(profile, 'Save').click();
  await expect(told(site)).toHaveText('Your session has ended. Please log in again.');
  const login = page.locator('#LoginModal');
  await expect(field(login, 'Email Address')).toHaveValue(email);
  await field(login, 'Password').fill(password);
  await button(login, 'Log in').click();
  await expect(field(profile, 'First name')).toHaveValue('Beatrix');
  await button(profile, 'Save').click();
  await expect(page.locator('.ms-messages [role=status]')).toHaveText('Your profile has been updated.');
});

test('a profile that is open while its session ends on the server asks for a new log-in by itself', async ({
  site,
}) => {
  const { page } = site;
  await page.clock.install();
  const { password } = await site.signsUp();
  await openProfile(site);
  const profile = page.locator('#ProfileModal');
  await field(profile, 'First name').fill('Beatrix');
  await site.endsOnServer();
  // The page asks every half minute.
  await page.clock.fastForward(30_000);
  await expect(told(site)).toHaveText('Your session has ended. Please log in again.');
  const login = page.locator('#LoginModal');
  await field(login, 'Password').fill(password);
  await button(login, 'Log in').click();
  await expect(field(profile, 'First name')).toHaveValue('Beatrix');
});

test('a profile opened after its session ended says so; a log-out in another tab closes it', async ({ site }) => {
  const { page } = site;
  const { password } = await site.signsUp();
  await openProfile(site, 'security');
  await expect(button(page.locator('#ProfileModal'), 'Change Password')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.evaluate(() => localStorage.removeItem('_ms-mid'));
  await expect(dialog(site)).toHaveCount(0);
  await other.close();

  await site.signsUp();
  await site.endsOnServer();
  await openProfile(site, 'security');
  await expect(told(site)).toHaveText('Your session has ended. Please log in again.');
  expect(password).not.toBe('');
});

test('a profile closes when another member takes the session over in another tab, with what was typed', async ({
  site,
}) => {
  const { page } = site;
  await site.signsUp();
  await openProfile(site);
  const firstName = field(page.locator('#ProfileModal'), 'First name');
  await firstName.fill('Beatrix');
  const other = new DemoSite(await page.context().newPage(), site.request);
  await other.opens('/upgrade');
  await other.signsUp();
  await expect(dialog(site)).toHaveCount(0);
  await openProfile(site);
  await expect(firstName).toHaveValue('Ana');
});

test('a profile opened without a network is there once there is one', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  await page.waitForFunction(() => 'Intake' in window);
  let isDown = true;
  await page.route(/\/member$/, (route) => (isDown ? route.abort() : route.continue()));
  await page.reload();
  await openProfile(site);
  const again = dialog(site).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(dialog(site).getByText('Loading...')).toHaveCount(0);
  isDown = false;
  await again.click();
  await expect(field(page.locator('#ProfileModal'), 'First name')).toBeVisible();
});

test('a profile whose code does not arrive offers the page anew', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  let isDown = true;
  await page.route(/whole-profile/, (route) => (isDown ? route.abort() : route.continue()));
  await openProfile(site);
  const again = dialog(site).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect(dialog(site)).toHaveCount(0);
  await page.waitForFunction(() => 'Intake' in window);
  await openProfile(site);
  await expect(field(page.locator('#ProfileModal'), 'First name')).toBeVisible();
});

test('the cross stays in sight in a long view, and no message moves the menu', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  await page.setViewportSize({ width: 900, height: 420 });
  await openProfile(site);
  const profile = page.locator('#ProfileModal');
  const entry = button(profile, 'Security');
  const before = await entry.boundingBox();
  await field(profile, 'First name').fill('Bea');
  await dialog(site).evaluate((element) => element.scrollTo(0, 0));
  expect(await entry.boundingBox()).toEqual(before);
  await dialog(site).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(dialog(site).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 900, height: 900 });
  const at = async () => (await entry.boundingBox())!.y;
  const first = await at();
  await button(profile, 'Save').click();
  await expect(page.locator('.ms-messages [role=status]')).toHaveText('Your profile has been updated.');
  expect(await at()).toBe(first);
  await entry.click();
  await expect(button(profile, 'Change Password')).toBeVisible();
  expect(await at()).toBe(first);
});

test('six digits of any script send themselves, and a wrong code leaves empty boxes behind', async ({ site }) => {
  const { page } = site;
  const { email } = buildPerson();
  await site.opens('/');
  await page.evaluate(() => void (window.Intake as { openModal: (type: string) => unknown }).openModal('SIGNUP'));
  const signup = page.locator('#SignupModal');
  await button(signup, 'Sign up with an emailed code').click();
  await field(signup, 'Email Address').fill(email);
  await button(signup, 'Continue with Email').click();
  const token = page.locator('#PasswordlessTokenModal');
  const first = token.getByLabel('Digit 1 of 6');
  const code = await site.getCode(email, /code|sign/i);
  await first.fill(code === '000000' ? '111111' : '000000');
  await expect(token.getByText(/code is not correct or has expired/)).toBeVisible();
  await expect(first).toBeFocused();
  for (const box of await token.getByRole('textbox').all()) await expect(box).toHaveValue('');
  await page.keyboard.type(code.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!));
  await expect.poll(() => site.keeps('_ms-mid')).not.toBeNull();
});

declare global {
  interface Window {
    Intake?: object;
  }
}
