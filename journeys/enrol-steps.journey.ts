import { expect, test, type Portal } from './portal.ts';

/** How long after a change of step the view goes to its top. Milliseconds, from the specification. */
const delayMs = 600;

/** Step 2 with a cohort chosen, just reached: the page's own clock stands from then on. */
async function isBackAtCohorts(portal: Portal): Promise<void> {
  const { page } = portal;
  // Low enough for the pages to scroll.
  await page.setViewportSize({ width: 1_280, height: 500 });
  await portal.arrivesPreapproved();
  await page.clock.install();
  await portal.open('enrol');
  await portal.choosesCohort();
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 10_000));
  await portal.presses('Back');
  await portal.sees('Step 2 of 3');
}

/** How far down the view is once it stands still. */
const settledAt = async ({ page }: Portal): Promise<number> => {
  let before = NaN;
  await expect
    .poll(
      async () => {
        const last = before;
        before = await page.evaluate(() => scrollY);
        return before === last;
      },
      { intervals: [150] },
    )
    .toBe(true);
  return before;
};

test('after a change of step the view goes to the top of it', async ({ portal, page }) => {
  await isBackAtCohorts(portal);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const before = await settledAt(portal);
  expect(before).toBeGreaterThan(200);
  await page.clock.runFor(delayMs - 1);
  expect(await settledAt(portal)).toBe(before);
  await page.clock.runFor(1);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('a button that is held down while a step is new stays under the pointer', async ({ portal, page }) => {
  await isBackAtCohorts(portal);
  const onward = page.getByRole('button', { name: 'Continue to Payment' });
  await onward.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await onward.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.clock.runFor(delayMs);
  await settledAt(portal);
  await page.mouse.up();
  await portal.sees('Step 3 of 3');
});

test('a press stops a view that is on its way to the top', async ({ portal, page }) => {
  await isBackAtCohorts(portal);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const before = await settledAt(portal);
  // Too quick for a pointer from outside: the press comes with the first step of the way.
  await page.evaluate(() => {
    const press = () => document.querySelector('main button')!.dispatchEvent(new Event('pointerdown'));
    addEventListener('scroll', press, { once: true });
  });
  await page.clock.runFor(delayMs);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before);
  expect(await settledAt(portal)).toBeGreaterThan(0);
});

test('choosing a cohort leaves the button that leads on where it is', async ({ portal, page }) => {
  await page.setViewportSize({ width: 1_280, height: 500 });
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  const onward = page.getByRole('button', { name: 'Continue to Payment' });
  await expect(onward).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const before = await onward.boundingBox();
  // Where nothing is brought into view first: as by the keyboard of somebody who has scrolled.
  await page
    .locator('input[type=radio]:enabled')
    .first()
    .evaluate((radio: HTMLInputElement) => radio.click());
  await expect(onward).not.toHaveAttribute('aria-disabled');
  expect(await onward.boundingBox()).toEqual(before);
});
