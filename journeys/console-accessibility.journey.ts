import { findLostText, untilStill } from './accessibility.ts';
import { consoleVisits, goTo } from './console-visits.ts';
import { Console, expect, test } from './console.ts';
import { randomAddress } from './portal.ts';

/** A desktop and a phone. */
const widths = [1440, 360];

for (const [name, visit] of Object.entries(consoleVisits))
  test(`${name} has no finding at ${visit.only ?? widths.join(' and ')} px, light and dark, and loses no text when narrow`, async ({
    browser,
    stateOf,
  }) => {
    const { as = 'owner', only } = visit;
    const storageState = as === 'stranger' ? undefined : await stateOf(as);
    const context = await browser.newContext({
      baseURL: process.env.INTAKE_URL,
      storageState,
      reducedMotion: 'reduce',
      viewport: { width: only ?? widths[0]!, height: 900 },
      // A header would go to the preview's frame as well, which has no origin, and be refused there (CORS).
      extraHTTPHeaders: as === 'stranger' ? { 'x-forwarded-for': randomAddress() } : {},
    });
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    const staff = new Console(page);
    await goTo(staff, visit);
    for (const width of only ? [only] : widths) {
      await page.setViewportSize({ width, height: 900 });
      await staff.isAccessible();
    }
    expect(await findLostText(page)).toEqual([]);
    expect(await findMovements(staff), 'nothing moves for who asked for less of it').toEqual([]);
    expect(failures, 'no script fails').toEqual([]);
    await context.close();
  });

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
