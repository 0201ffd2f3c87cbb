import type { Catalogue, Cohort } from '../contract/cohorts.ts';
import { expect, test, type Portal } from './portal.ts';

/** How long after a change of step the view goes to its top. Milliseconds, from the specification. */
const delayMs = 600;

/** Goes back to step 2 with a chosen cohort, with the page's clock stopped from then on. */
async function isBackAtCohorts(portal: Portal): Promise<void> {
  const { page } = portal;
  // Low enough for the pages to scroll.
  await page.setViewportSize({ width: 1_280, height: 500 });
  await portal.arrivesPreapproved();
  await page.clock.install();
  await portal.open('enrol');
  await portal.choosesCohort();
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 60_000));
  await portal.presses('Back');
  await portal.sees('Step 2 of 3');
}

/** The scroll position once scrolling has ended. */
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
  // Dispatched in the page: a press by the driver would come after the first scroll step.
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

test('on a phone every way to study and each of its starts is a press away, and what has started is put away', async ({
  portal,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  const dates = page.getByRole('radio').locator('visible=true').and(page.locator(':enabled'));
  await expect(page.getByText('Monday to Friday, 9:00').locator('visible=true').first()).toBeVisible();
  expect(await dates.count()).toBeGreaterThan(1);
  // None is below the fold of the list.
  const list = (await page.getByRole('group', { name: /^Cohorts of/ }).boundingBox())!;
  const last = (await dates.last().boundingBox())!;
  expect(last.y + last.height).toBeLessThan(list.y + list.height);
  await expect(page.getByText('This cohort started in').first()).toBeHidden();
  await page
    .getByText(/^Already started/)
    .locator('visible=true')
    .click();
  await expect(page.getByText('This cohort started in').locator('visible=true').first()).toBeVisible();

  await page.getByRole('tab', { name: /Part-time/ }).click();
  await expect(dates.first()).toBeVisible();
  await dates.first().check();
  await portal.sees('Tuesday and Thursday');
  await portal.presses('Continue to Payment');
  await portal.sees('Step 3 of 3');

  // Back from the next step the chosen cohort is in view, though it is not of the first tab.
  await portal.presses('Back');
  await expect(page.getByRole('tab', { name: /Part-time/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('radio', { checked: true }).locator('visible=true')).toHaveCount(1);
});

test('the list of cohorts shows that more is below once its content grows', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  const list = page.getByRole('group', { name: /^Cohorts of/ });
  const shade = list.locator('div.absolute[aria-hidden]');
  const area = list.locator('.overflow-y-auto');
  await expect(list.getByText(/^Already started/).locator('visible=true')).toBeVisible();
  // As high as its content, so that what opens is below.
  await area.evaluate((box: HTMLElement) => {
    box.style.height = '0';
    box.style.height = `${box.scrollHeight}px`;
    box.style.maxHeight = 'none';
    box.dispatchEvent(new Event('scroll'));
  });
  await expect(shade).toHaveCount(0);
  await list
    .getByText(/^Already started/)
    .locator('visible=true')
    .click();
  await expect(shade).toHaveCount(1);
});

test('who has passed the check without choosing a course chooses one before anything else', async ({
  portal,
  page,
}) => {
  await portal.signsUp();
  await portal.open('eligibility');
  await portal.types('Phone', '+64 21 555 0100');
  await portal.presses('Continue');
  await page.getByRole('radio', { name: /^Bachelor's/ }).check();
  await portal.presses('Check Eligibility');
  await page.locator('main').getByRole('link', { name: 'Enrol Now' }).click();
  await portal.sees('Step 1 of 3');
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
});

test('a chosen cohort that others are paying for is told as held, and the page comes back with it; one that has gone as gone', async ({
  portal,
  page,
}) => {
  await portal.arrivesPreapproved();
  await page.clock.install();
  await portal.open('enrol');
  await portal.choosesCohort();
  const readChosen = async () => (await portal.readMember()).customFields['selected-cohort'] ?? '';
  await expect.poll(readChosen).not.toBe('');
  const chosen = await readChosen();
  let change = (cohorts: Cohort[]) => cohorts;
  await page.route('**/enrolment/catalogue*', async (route) => {
    const got = await route.fetch();
    const { data } = (await got.json()) as { data: Catalogue };
    await route.fulfill({ response: got, json: { data: { ...data, cohorts: change(data.cohorts) } } });
  });
  const looksAgain = async () => {
    await page.clock.fastForward('01:30');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };

  await test.step('while another student pays for its last place', async () => {
    const held: Cohort['seats'] = { state: 'full', left: 0, mayComeBack: true };
    change = (cohorts) => cohorts.map((cohort) => (cohort.id === chosen ? { ...cohort, seats: held } : cohort));
    await looksAgain();
    await portal.sees('Step 2 of 3');
    await portal.sees('The last place of your cohort is held for somebody else at the moment');
    change = (cohorts) => cohorts;
    await looksAgain();
    await portal.sees('Step 3 of 3');
  });

  await test.step('after staff have cancelled its run', async () => {
    change = (cohorts) => cohorts.filter(({ id }) => id !== chosen);
    await looksAgain();
    await portal.sees('Step 2 of 3');
    await portal.sees('The cohort you had chosen is not available any more');
    await portal.isAccessible();
    // Choosing another one waits for the button, as it does on the way here.
    await portal.choosesCohort();
    await expect(page.getByText('The cohort you had chosen')).toHaveCount(0);
  });
});

test('before paying for an intake without a date one reads that its dates may be refused', async ({ portal }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort(/Next Available/);
  await portal.sees(/Until the date in that mail you can keep your place, .* or have all of your money back/);
  await portal.follows('Refund policy and your rights');
  await portal.sees(/^We set or move the first day of the cohort/);
});

test('the side column is never cut in a box of its own', async ({ portal, page }) => {
  await page.setViewportSize({ width: 1_280, height: 700 });
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  const column = page.getByRole('complementary').first();
  const last = column.getByRole('link').last();
  await expect(last).toBeVisible();
  expect(await column.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await page.mouse.wheel(0, 10_000);
  await expect(last).toBeInViewport();
});

test('what was said of one step is gone at the next, and covers nothing that is needed', async ({ portal, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await portal.arrivesPreapproved();
  await page.clock.install();
  await portal.open('enrol');
  await page.getByRole('radio').locator('visible=true').first().waitFor();
  // From here a message goes only if something takes it away.
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 60_000));
  const onward = page.getByRole('button', { name: 'Continue to Payment' });
  // Where messages stand on a phone.
  await onward.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await onward.press('Enter');
  const said = page.getByRole('alert').filter({ hasText: 'Please Select a Cohort' });
  await expect(said).toBeVisible();
  await page.clock.runFor(500);
  const [message, button] = [(await said.boundingBox())!, (await onward.boundingBox())!];
  expect(message.y + message.height <= button.y || button.y + button.height <= message.y).toBe(true);

  await page.getByRole('radio').locator('visible=true').first().check();
  await onward.press('Enter');
  await portal.sees('Step 3 of 3');
  await page.clock.runFor(1_000);
  await expect(said).toHaveCount(0);
});
