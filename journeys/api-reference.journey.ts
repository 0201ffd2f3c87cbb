import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

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
      const { violations } = await new AxeBuilder({ page })
        .include(['nav', '#about-site', '#about-webhooks-to-your-server', '#refusals'].join())
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
    });
  });

test('a developer finds a call, its example and what a refusal means', async ({ page }) => {
  await page.goto('/docs/api');
  await page.getByRole('navigation').getByRole('link', { name: 'Join a team' }).click();
  const call = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Join a team' }) });
  await expect(call).toBeInViewport();
  await expect(call.getByText('curl')).toBeVisible();
  await call.getByRole('link', { name: 'team-full' }).click();
  await expect(page.locator('#refusal-team-full')).toBeInViewport();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.getByRole('link', { name: 'openapi.json' }).click();
  await expect(page.getByText('"openapi":"3.1.0"')).toBeVisible();
});
