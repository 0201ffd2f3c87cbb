import { expect, test, type Console } from './console.ts';
import { anotherPerson, cards, holdsBack, losesTheAnswer, type Portal } from './portal.ts';

const dayMs = 86_400_000;
const dayFrom = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The days of every plan here, also after midnight. */
const [from, until] = [dayFrom(300), dayFrom(300 + 55)];

/** Fills in a pattern of part-time cohorts with one seat each, and asks for its days. */
async function plans(owner: Console): Promise<void> {
  const { page } = owner;
  await page.locator('main').getByLabel('Partner').selectOption('uts');
  await page.getByLabel('Course').selectOption('software');
  await page.getByLabel('Full-time', { exact: true }).uncheck();
  await page.getByLabel('From', { exact: true }).fill(from);
  await page.getByLabel('Until', { exact: true }).fill(until);
  await page.getByLabel('Weeks between starts').fill('4');
  await page.getByLabel('Seats').fill('1');
  await page.getByLabel(/^Minimum/).fill('1');
  await owner.presses('Show the days');
  await owner.sees('2 cohorts');
}

/** Before the cohorts of a course, part-time. */
async function looksAtCohorts(student: Portal): Promise<void> {
  await student.open('enrol');
  await student.presses(/Change/);
  await student.choosesCourse('Software Engineering');
  await student.page.getByRole('tab', { name: /Part-time/ }).click();
}
/** The last day to enrol, which the plan has four days before the first. */
const lastDayOf = (id: string) => new Date(Date.parse(/\d{4}-\d{2}-\d{2}/.exec(id)![0]) - 4 * dayMs);
const fullDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });
const dayInList = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeZone: 'UTC' });
const cohortOf = ({ page }: Portal, id: string) => page.locator(`input[name="cohort"][value="${id}"]`);

test('A year is planned and published, a student buys a seat, and more seats are seen by the next', async ({
  owner,
  context,
  request,
}) => {
  test.setTimeout(600_000);
  const { page } = owner;
  let id = '';
  await test.step('Every day of the plan is shown before anything is created', async () => {
    await owner.open('/cohorts');
    await page.getByRole('link', { name: 'Plan a year' }).click();
    await owner.sees('Plan a year');
    await plans(owner);
    await owner.isAccessible();
    await owner.presses('Create 2 cohorts as drafts');
    await expect(page.getByText('2 cohorts created as drafts')).toBeVisible();
    await expect(page).toHaveURL(/state=draft/);
  });
  await test.step('The same plan again creates nothing', async () => {
    await page.goBack();
    await owner.sees('Plan a year');
    await plans(owner);
    await expect(page.getByText('All of them are there already.')).toBeVisible();
    await page.goto(`${process.env.INTAKE_URL}/console/cohorts?partner=uts&course=software&state=draft`);
  });
  await test.step('The drafts are published in one press', async () => {
    const first = page.getByRole('table').getByRole('link').first();
    id = (await first.getAttribute('href'))!.split('/').at(-1)!;
    await expect(page.getByRole('cell', { name: dayInList.format(lastDayOf(id)) })).toBeVisible();
    await page.getByRole('checkbox', { name: /all/i }).first().check();
    await owner.presses('Publish the drafts');
    await expect(page.getByText('Students see 2 cohorts more')).toBeVisible();
    await expect(page.getByText('No cohorts like that')).toBeVisible();
  });
  const buyer = await anotherPerson(context, request);
  await test.step('A student sees it, and buys its only seat', async () => {
    await buyer.provesAddress(await buyer.arrivesPreapproved());
    await looksAtCohorts(buyer);
    await cohortOf(buyer, id).check();
    await buyer.sees(new RegExp(`^Enrol by \\w+ ${fullDay.format(lastDayOf(id))}, 11:59\\spm \\(Sydney\\stime\\)`));
    await buyer.presses('Continue to Payment');
    await buyer.sees('Step 3 of 3');
    await buyer.goesToPay('full');
    await buyer.paysWith(cards.success);
    await expect(buyer.page).toHaveURL(/\/uts\//);
  });
  await test.step('The console shows the seat, and who has it', async () => {
    await expect(async () => {
      await owner.open(`/cohorts/${id}`);
      await expect(page.getByText('1 of 1')).toBeVisible({ timeout: 3_000 });
      await expect(page.getByRole('link', { name: 'Ana Silva' })).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 90_000 });
    await page.getByRole('link', { name: 'Roster to print' }).click();
    await owner.sees(/^Roster/);
    await expect(page.getByRole('rowheader', { name: 'Ana Silva' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });
  const next = await anotherPerson(context, request);
  await test.step('The next student reads that it is full', async () => {
    await next.arrivesPreapproved();
    await looksAtCohorts(next);
    await expect(cohortOf(next, id)).toBeDisabled();
    await next.sees('All places in this cohort are taken.');
  });
  await test.step('Staff raise the seats, and cannot take the sold one away', async () => {
    await owner.open(`/cohorts/${id}?tab=change`);
    await page.getByRole('textbox', { name: 'Seats' }).fill('0');
    await page.getByLabel(/^Minimum/).fill('');
    await owner.presses('Save the changes');
    await expect(page.getByText(/1 seats are taken or held/).first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Seats' }).fill('12');
    await page.getByLabel('Reason').fill('A bigger room.');
    await page.getByRole('tab', { name: 'Seats' }).click();
    await expect(page.getByRole('link', { name: 'Roster to print' })).toBeVisible();
    await page.getByRole('tab', { name: 'Change' }).click();
    await expect(page.getByRole('textbox', { name: 'Seats' })).toHaveValue('12');
    await expect(page.getByLabel('Reason')).toHaveValue('A bigger room.');
    // A colleague has saved meanwhile, and what they saved cannot be read.
    const refused = { 409: 'changed-meanwhile', 500: 'unknown-error' };
    await page.route(
      /\/console\/api\/cohorts\/[^/]+$/,
      (route) => {
        const status = route.request().method() === 'PATCH' ? 409 : 500;
        const error = { code: refused[status], message: `It was answered with ${status}.` };
        return route.fulfill({ status, json: { error } });
      },
      { times: 2 },
    );
    await owner.presses('Save the changes');
    await expect(page.getByText('It was answered with 500.').first()).toBeVisible();
    await owner.presses('Save the changes');
    await expect(page.getByText('1 of 12')).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByText('“A bigger room.”')).toBeVisible();
  });
  await test.step('The student sees the seat, and takes it to the card page', async () => {
    await looksAtCohorts(next);
    await cohortOf(next, id).check();
    await next.presses('Continue to Payment');
    await next.sees('Step 3 of 3');
    await next.goesToPay('deposit');
  });
});

test('A copy of a cohort that is not there is not begun as another one', async ({ owner }) => {
  await owner.open('/cohorts/new?from=no-such-cohort');
  await expect(owner.page.getByText('The cohort to copy could not be read')).toBeVisible();
  await expect(owner.page.getByRole('button', { name: 'Create the cohort' })).toHaveCount(0);
});

test('A cohort that is corrected after a lost answer is created as corrected', async ({ owner }) => {
  const { page } = owner;
  await owner.open('/cohorts/new?partner=uts');
  await page.getByLabel('Name', { exact: true }).fill('Corrected after a lost answer');
  await page.getByRole('textbox', { name: 'Seats' }).fill('20');
  await losesTheAnswer(page, '**/api/cohorts');
  await owner.presses('Create the cohort');
  await expect(page.getByText('The service cannot be reached').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Seats' }).fill('12');
  await owner.presses('Create the cohort');
  await owner.sees('Corrected after a lost answer');
  await expect(page.getByText('0 of 12')).toBeVisible();
});

test('The calendar has the cohorts of its month, as many as the list it leads to', async ({ owner }) => {
  const { page } = owner;
  await page.setViewportSize({ width: 360, height: 800 });
  await owner.open('/cohorts?view=calendar&partner=uts');
  // Of the seeded cohorts, some begin within two months.
  for (let month = 0; month < 3; month++) {
    const toList = page.getByRole('status').getByRole('link');
    await expect(toList).toBeVisible();
    const text = (await toList.textContent())!;
    const days = page.locator('main ol').getByRole('link');
    await expect(days).toHaveCount(text.startsWith('No') ? 0 : Number.parseInt(text, 10));
    if (!text.startsWith('No')) {
      await toList.click();
      await expect(page.getByRole('status').filter({ hasText: `${Number.parseInt(text, 10)} cohort` })).toBeVisible();
      await page.goBack();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const heading = page.locator('main').getByRole('heading', { level: 2 });
    const shown = (await heading.textContent())!;
    await page.getByRole('link', { name: 'Month after' }).click();
    await expect(heading).not.toHaveText(shown);
  }
});

test('Days of a pattern that was changed while they were asked for are not shown', async ({ owner }) => {
  const { page } = owner;
  await owner.open('/cohorts/plan');
  const letPass = await holdsBack(page, '**/cohort-patterns/preview');
  await owner.presses('Show the days');
  await page.getByLabel('Seats').fill('7');
  const answered = page.waitForResponse('**/cohort-patterns/preview');
  letPass();
  expect((await answered).status()).toBe(200);
  await expect(page.getByText('Something was changed since. Press again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the days' })).not.toHaveAttribute('aria-busy');
  await expect(page.getByText('The days of the pattern appear here.')).toBeVisible();
});
