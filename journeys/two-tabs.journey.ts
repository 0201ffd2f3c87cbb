import type { Page } from '@playwright/test';
import { expect, test } from './portal.ts';

const phoneIn = (page: Page) => page.getByRole('textbox', { name: 'Phone' });
const typed = '+64 21 555 0177';

test('what is typed in a tab stays when another tab hears that the session has ended', async ({ portal, context }) => {
  const person = await portal.arrivesPreapproved();
  const other = await context.newPage();
  await other.goto('/uts/profile');
  await phoneIn(other).fill(typed);
  await portal.open('profile');
  await phoneIn(portal.page).fill('+64 21 555 0199');
  await context.clearCookies();
  await portal.presses('Save Changes');
  await portal.isAt('login');
  await expect(other).toHaveURL(/\/login/);
  await portal.logsIn(person);
  await portal.isAt('eligibility');
  await other.goto('/uts/profile');
  await expect(phoneIn(other)).toHaveValue(typed);
});

test('what is typed in a tab is forgotten when the member logs out in another one', async ({ portal, context }) => {
  await portal.arrivesPreapproved();
  const other = await context.newPage();
  await other.goto('/uts/profile');
  await phoneIn(other).fill(typed);
  const kept = () => other.evaluate(() => JSON.stringify(sessionStorage));
  await expect.poll(kept).toContain(typed);
  await portal.open('profile');
  await portal.page.locator('header').getByRole('button', { name: 'Log Out' }).click();
  await expect(other).toHaveURL(/\/login/);
  expect(await kept()).not.toContain(typed);
});
