import { expect, test } from './portal.ts';

/** Pages whose chunk fails to load: offline, or removed by a new release. */
const message = 'The menu did not load.';

test('a page stays without its side navigation, and gets it by another try', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await page.route('**/assets/side-nav-*.js', (route) => route.abort());
  await portal.open('profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile');
  await portal.sees(message);
  await portal.isAccessible();
  await page.unroute('**/assets/side-nav-*.js');
  await portal.presses('Try again');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('on a phone a page stays without its menu, and what is typed stays too', async ({ portal, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.route('**/assets/mobile-menu-*.js', (route) => route.abort());
  await portal.open('register');
  await portal.types('First name', 'Ana');
  const name = page.getByRole('textbox', { name: 'First name' });
  await portal.presses('Menu');
  await portal.sees(message);
  await portal.isAccessible();

  await test.step('trying without a connection', async () => {
    await page.context().setOffline(true);
    const tried = page.waitForEvent('requestfailed');
    await portal.presses('Try again');
    await tried;
    await expect(page.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-busy');
    await portal.sees(message);
    await expect(name).toHaveValue('Ana');
  });
  await test.step('trying with one', async () => {
    await page.context().setOffline(false);
    await page.unroute('**/assets/mobile-menu-*.js');
    await portal.presses('Try again');
    await expect(page.getByText(message)).toHaveCount(0);
    await expect(name).toHaveValue('Ana');
    // It may be pressed before its code listens.
    await expect(async () => {
      await portal.presses('Menu');
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
});

test('a page whose code does not come says so inside its frame, and nothing typed before is lost', async ({
  portal,
  page,
}) => {
  await page.route('**/assets/terms.page-*.js', (route) => route.abort());
  await portal.open('register');
  await portal.types('First name', 'Ana');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('This page did not load');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.unroute('**/assets/terms.page-*.js');
  await portal.presses('Try again');
  await expect(heading).not.toHaveText('This page did not load');
  await portal.isAt('legal/terms');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Ana');
});

test('a passkey whose code does not come is told at the log-in, and another way stays open', async ({
  portal,
  page,
}) => {
  await page.route('**/assets/passkey-login-*.js', (route) => route.abort());
  await portal.open('login');
  await portal.presses('Use a passkey');
  await expect(page.getByRole('group', { name: 'There is a problem' })).toContainText(
    'The passkey could not be used. Please try again, or log in another way.',
  );
  await expect(page.getByRole('button', { name: 'Use a passkey' })).not.toHaveAttribute('aria-busy');
  await portal.isAccessible();
  await portal.follows('Sign Up');
  await portal.isAt('register');
});
