import type { Page } from '@playwright/test';
import { findLostText, untilStill } from './accessibility.ts';
import { consoleVisits, goTo } from './console-visits.ts';
import type { ConsoleVisit } from './console-visit.ts';
import { Console, expect, test } from './console.ts';
import { randomAddress } from './portal.ts';

/** A desktop and a phone. */
const widths = [1440, 360];

/** A page for each account that looks, kept by the worker: a browser that has the scripts already opens a screen sooner. */
const look = test.extend<object, { pageOf: (as: NonNullable<ConsoleVisit['as']>) => Promise<Page> }>({
  pageOf: [
    async ({ browser, stateOf }, use) => {
      const pages = new Map<string, Page>();
      const open = async (as: NonNullable<ConsoleVisit['as']>) => {
        const context = await browser.newContext({
          baseURL: process.env.INTAKE_URL,
          reducedMotion: 'reduce',
          // A header would go to the preview's frame as well, which has no origin, and be refused there (CORS).
          extraHTTPHeaders: as === 'stranger' ? { 'x-forwarded-for': randomAddress() } : {},
        });
        return context.newPage();
      };
      await use(async (as) => {
        // A stranger is a new one each time: what a sign-in has begun stays in the browser.
        if (as === 'stranger') return open(as);
        const page = pages.get(as) ?? (await open(as));
        pages.set(as, page);
        await page.context().addCookies((await stateOf(as)).cookies);
        return page;
      });
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

for (const [name, visit] of Object.entries(consoleVisits))
  look(
    `${name} has no finding at ${visit.only ?? widths.join(' and ')} px, light and dark, and loses no text when narrow`,
    async ({ pageOf }) => {
      const { as = 'owner', only } = visit;
      const page = await pageOf(as);
      const failures: string[] = [];
      const hear = (error: Error) => failures.push(error.message);
      page.on('pageerror', hear);
      await page.setViewportSize({ width: only ?? widths[0]!, height: 900 });
      const staff = new Console(page);
      await goTo(staff, visit);
      for (const width of only ? [only] : widths) {
        await page.setViewportSize({ width, height: 900 });
        await staff.isAccessible();
      }
      expect(await findLostText(page)).toEqual([]);
      expect(await findMovements(staff), 'nothing moves for who asked for less of it').toEqual([]);
      expect(failures, 'no script fails').toEqual([]);
      page.off('pageerror', hear);
      // A failed visit ends its worker, and the browser with it.
      if (as === 'stranger') await page.context().close();
    },
  );

/** What still moves, though less movement was asked for. */
const findMovements = ({ page }: Console) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 1,
      )
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 200) ?? ''),
  );

test('text that can not be read in the dark alone is found, the negative control', async ({ owner }) => {
  await owner.open('/security');
  await owner.isAccessible();
  // A style element would be stopped by the content security policy.
  await owner.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@media (prefers-color-scheme: dark) { main h1 { color: #333 !important } }');
    document.adoptedStyleSheets = [sheet];
  });
  await expect(owner.isAccessible()).rejects.toThrow('color-contrast');
});

test("in the reader's own colours the place, the chosen tab and each button are told by edges", async ({ owner }) => {
  const { page } = owner;
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await owner.open('/sites/app_demo/members?search=visitor');
  await page.getByRole('link', { name: 'Vic' }).click();
  await owner.sees('Vic');
  await untilStill(page);
  const edge = (locator: ReturnType<typeof page.locator>) =>
    locator.evaluate((element) => {
      const style = getComputedStyle(element);
      const after = getComputedStyle(element, '::after');
      return ['top', 'bottom'].some((side) =>
        [style, after].some((each) => Number.parseFloat(each.getPropertyValue(`border-${side}-width`)) > 0),
      );
    });
  expect(await edge(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]'))).toBe(true);
  expect(await edge(page.getByRole('tab', { selected: true }))).toBe(true);
  await page.getByRole('tab', { name: 'Fields' }).click();
  expect(await edge(page.getByRole('button', { name: 'Save the fields' }))).toBe(true);
  await page.keyboard.press('Control+k');
  const entry = page.getByRole('dialog').getByRole('option').first();
  await expect(entry).toHaveCSS('outline-style', 'solid');
});

test('The menu of a phone closes as the page arrives', async ({ owner }) => {
  const { page } = owner;
  await page.setViewportSize({ width: 360, height: 740 });
  await owner.open('/');
  await owner.presses('Menu');
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Audit log' }).click();
  await owner.sees('Audit log');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Light or dark is chosen, and stays after a reload', async ({ owner }) => {
  const { page } = owner;
  await page.emulateMedia({ colorScheme: 'light' });
  await owner.open('/');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(paper).not.toBe(light);
  await page.reload();
  await expect.poll(paper).not.toBe(light);
});
