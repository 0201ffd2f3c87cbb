import type { Page } from '@playwright/test';
import { untilStill } from './accessibility.ts';
import { expect, test } from './portal.ts';

/** Running animations with their total duration in milliseconds, except for spinners. */
const findMovements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => !(effect as KeyframeEffect).target?.matches('.motion-safe\\:animate-spin'))
      .map(({ effect }) => Number(effect!.getComputedTiming().activeDuration)),
  );

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`while a page is awaited, with "${reducedMotion}" for movement`, async ({ portal, page }) => {
    await page.emulateMedia({ reducedMotion });
    await portal.arrivesPreapproved();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/enrolment/catalogue*', async (route) => {
      await held;
      await route.continue();
    });
    await portal.open('courses/cyber-security');
    await expect(page.locator('main .skeleton').first()).toBeVisible();
    if (reducedMotion === 'reduce') {
      await expect.poll(async () => (await findMovements(page)).filter((lasts) => lasts > 1)).toEqual([]);
      await expect(page.locator('main .skeleton').first()).toHaveCSS('animation-duration', '0.001s');
    } else {
      // It ends after five seconds, which a busy machine may take to get here: begun anew.
      await page.locator('main .skeleton').evaluateAll((all: HTMLElement[]) => {
        for (const skeleton of all) {
          skeleton.style.animation = 'none';
          void skeleton.offsetWidth;
          skeleton.style.animation = '';
        }
      });
      const movements = await findMovements(page);
      expect(movements.length).toBeGreaterThan(0);
      expect(Math.max(...movements)).toBeLessThanOrEqual(5_000);
    }
    goOn();
    await expect(page.getByRole('table')).toBeVisible();
  });

test("in the reader's own colours everything is told by edges and signs", async ({ portal, page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await portal.arrivesPreapproved();
  await portal.open('courses/cyber-security');
  await expect(page.getByRole('table')).toBeVisible();
  await untilStill(page);
  const logo = page.getByRole('banner').getByRole('img', { name: 'UTS' });
  await expect(logo).toHaveCSS('background-color', 'rgb(10, 42, 102)');
  const action = page.locator('main header').getByRole('link').first();
  await expect(action).toHaveCSS('border-top-width', '1px');
  const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
  await expect(here).toHaveText('Cyber Security');
  expect(await here.evaluate((row) => getComputedStyle(row, '::before').borderLeftWidth)).toBe('4px');
  const chosen = page.locator('label').filter({ has: page.getByRole('radio', { checked: true }) });
  await expect(chosen).toHaveCSS('text-decoration-line', 'underline');
  // A pictogram takes the reader's colour for text, whatever ours would be.
  const text = await page.locator('main h1').evaluate((heading) => getComputedStyle(heading).color);
  await expect(page.locator('main svg.text-brand').first()).toHaveCSS('color', text);
});
