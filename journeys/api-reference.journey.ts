import { expect, test } from '@playwright/test';
import { findUnreadableTexts, findViolations } from './accessibility.ts';

/** The reference of the API, as a developer opens it. */

for (const [width, colorScheme] of [
  [360, 'light'],
  [1440, 'dark'],
] as const)
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('the reference fits and is accessible', async ({ page }) => {
      await page.goto('/docs/api');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // The other subjects are made of the same parts, and there are many of them.
      const within = ['nav', '#about-site', '#about-webhooks-to-your-server', '#refusals'].join();
      expect(await findViolations(page, { within })).toEqual([]);
      await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' });
      expect(await findUnreadableTexts(page)).toEqual([]);
    });
  });

test('a developer finds a call, its example and what a refusal means', async ({ page }) => {
  await page.goto('/docs/api');
  await page.getByRole('navigation').getByRole('link', { name: 'Join a team' }).click();
  const call = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Join a team' }) });
  await expect(call).toBeInViewport();
  await expect(call.locator('pre').filter({ hasText: 'curl' })).toBeVisible();
  await call.getByRole('link', { name: 'team-full' }).click();
  await expect(page.locator('#refusal-team-full')).toBeInViewport();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.getByRole('link', { name: 'openapi.json' }).click();
  await expect(page.getByText('"openapi":"3.1.0"')).toBeVisible();
});
