import { expect, test } from './portal.ts';

/** What becomes of a press while the connection is gone. */

test('a course chosen without a connection is kept and told, and saved once there is one', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.presses('Back');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Software Engineering', exact: true }).click();
  await portal.sees('Your choice is kept');
  await portal.isAccessible();
  await expect(page.getByRole('button', { name: 'Software Engineering', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.context().setOffline(false);
  await portal.sees('Step 2 of 3');
  expect((await portal.readMember()).customFields['course-selected']).toBe('software');
});

test('a pay button pressed without a connection keeps step and tick, and works once there is one', async ({
  portal,
  page,
}) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  const tick = page.getByRole('checkbox').first();
  await tick.check();
  await page.context().setOffline(true);
  await portal.presses('Pay NZ$12,375 in full');
  await portal.sees('The payment page cannot be reached while you are offline');
  await portal.sees('Step 3 of 3');
  await expect(tick).toBeChecked();
  await portal.isAccessible();
  await page.context().setOffline(false);
  await expect(page.getByText('The payment page cannot be reached')).toHaveCount(0);
  await expect(tick).toBeChecked();
  await portal.presses('Pay NZ$12,375 in full');
  await expect(page).toHaveURL(/\/dev\/card\/pay\//);
});

test('a page that was opened without a connection comes by itself once there is one', async ({ portal, page }) => {
  await portal.open('login');
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('This page did not load');
  await page.context().setOffline(false);
  await expect(heading).toHaveText('Terms & Conditions');
});

test('a first press without a connection is told, though the code of messages cannot come any more', async ({
  portal,
  page,
}) => {
  await portal.arrivesPreapproved();
  const lastStep = page.waitForResponse(/payment-step/);
  await portal.open('enrol');
  await (await lastStep).finished();
  await page.context().setOffline(true);
  const onward = page.getByRole('button', { name: 'Continue to Payment' });
  await onward.press('Enter');
  const said = page.getByRole('alert').filter({ hasText: 'Please Select a Cohort' });
  await expect(said).toBeVisible();
  await portal.isAccessible();
  await page.context().setOffline(false);
  await page.getByRole('radio').locator('visible=true').first().check();
  await onward.press('Enter');
  await portal.sees('Step 3 of 3');
  await expect(said).toHaveCount(0);
});

test('terms ticked before the page’s code has come are ticked for the button too', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.INTAKE_URL });
  const page = await context.newPage();
  let letPass = () => {};
  const held = new Promise<void>((resolve) => (letPass = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/uts/register', { waitUntil: 'commit' });
  const tick = page.getByRole('checkbox');
  await tick.check();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
  letPass();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled();
  await expect(tick).toBeChecked();
  await context.close();
});

test('a log-out without a connection leaves page and draft as they are, and works once there is one', async ({
  portal,
  page,
}) => {
  await portal.arrivesPreapproved();
  await portal.open('profile');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+64 21 555 0177');
  const logOut = page.locator('header').getByRole('button', { name: 'Log Out' });
  await page.context().setOffline(true);
  await logOut.click();
  await portal.sees('You are still logged in');
  await expect(phone).toHaveValue('+64 21 555 0177');
  await portal.isAccessible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(phone).toHaveValue('+64 21 555 0177');
  await logOut.click();
  await portal.isAt('login');
});
