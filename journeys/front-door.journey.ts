import { findFaults } from './accessibility.ts';
import { test as siteTest } from './demo-site.ts';
import { expect, test } from './portal.ts';

/** The front door at the product's own address. */

test('the front door is accessible, and its pictures can be stopped', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect(await moving()).toBeGreaterThan(0);
  await page.getByRole('checkbox', { name: 'Stop the pictures' }).check();
  expect(await moving()).toBe(0);
  expect(await findFaults(page, { themes: [''] })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findFaults(page, { themes: [''] })).toEqual([]);
});

test('nothing moves for readers who ask for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('img').first()).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('one press leads into the portal as a student', async ({ portal, page }) => {
  await page.goto('/');
  await portal.presses('Log in as eligible');
  await expect(page).toHaveURL(/\/uts\//);
  await portal.sees('Log Out');
});

siteTest('the demonstration site and its Inspector are one press away', async ({ site: { page } }) => {
  await page.goto(process.env.INTAKE_URL!);
  await page.getByRole('link', { name: 'Open a page full of attributes' }).click();
  await expect(page).toHaveURL(`${process.env.INTAKE_DEMO_URL}/attributes`);
  await expect(page.locator('[data-cy=inspector-button]')).toBeVisible();
});
