import type { Browser } from '@playwright/test';
import { Console, expect, test } from './console.ts';
import { Portal, randomAddress } from './portal.ts';

/** A browser of somebody else. */
async function openBrowser(browser: Browser) {
  const context = await browser.newContext({
    baseURL: process.env.INTAKE_URL!,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
  });
  return { context, page: await context.newPage() };
}

/** A student who is signed in. */
async function arrive(browser: Browser): Promise<Portal> {
  const { page, context } = await openBrowser(browser);
  const student = new Portal(page, context.request);
  await student.arrivesPreapproved();
  return student;
}

/** Publishes what is in the fields. */
async function publish({ page }: Console, note: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Publish this text?' });
  await page.getByRole('button', { name: 'Publish…' }).click();
  await dialog.getByLabel('Note').fill(note);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('Admissions change an answer, preview and publish it, and students of their partner alone read it', async ({
  staff,
  stateOf,
  browser,
}) => {
  test.setTimeout(300_000);
  const { page } = staff;
  await page.context().addCookies((await stateOf('admissions')).cookies);
  const question = `May I bring a friend ${Date.now().toString(36)}?`;
  const last = () =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByLabel('Question', { exact: true }) })
      .last();

  await test.step('A question is added, and what is wrong with it is told beside the field', async () => {
    await staff.open('/content?partner=uts');
    await page.getByRole('link', { name: 'Cohort Dates' }).click();
    await staff.sees('Questions and answers: Cohort Dates');
    await staff.presses('Add a question');
    await last().getByLabel('Question', { exact: true }).fill(question);
    await last().getByLabel('Answer').fill('Yes, if they enroll too.');
    await staff.presses('Save the draft');
    await expect(page.getByText('There is a problem')).toBeVisible();
    await last().getByLabel('Answer').fill('Yes, if they {enrol} at {partner} too. <b>Really.</b>');
    await staff.presses('Save the draft');
    await expect(page.getByText('The draft is kept').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save the draft' })).toBeDisabled();
  });

  await test.step('It is moved up by keyboard, and the focus goes with it', async () => {
    const up = last().getByRole('button', { name: /^Move question \d+ up$/ });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Move question \d+ up$/ }).nth(-2)).toBeFocused();
    await expect(last().getByLabel('Question', { exact: true })).not.toHaveValue(question);
  });

  const student = await arrive(browser);
  const answer = student.page.getByText('Yes, if they enrol at UTS too. <b>Really.</b>');
  await test.step('The preview is the partner’s page, for who has the link; students do not see it', async () => {
    await staff.presses('Preview');
    const link = page.getByRole('link', { name: 'Open the page of UTS' });
    const address = (await link.getAttribute('href'))!;
    const guest = await openBrowser(browser);
    await guest.page.goto(address);
    await guest.page.getByRole('tab', { name: 'Cohort Dates' }).click();
    await expect(guest.page.getByText(question)).toBeVisible();
    await expect(guest.page.getByText('Preview of a draft. Students do not see it.')).toBeVisible();
    await guest.context.close();
    await student.page.goto('/uts/faq');
    await student.page.getByRole('tab', { name: 'Cohort Dates' }).click();
    await expect(student.page.getByText('What if my cohort is full?')).toBeVisible();
    await expect(student.page.getByText(question)).toHaveCount(0);
  });

  await test.step('Published after a look at what changes, it is on the student’s page as text', async () => {
    await page.getByRole('button', { name: 'Publish…' }).click();
    await expect(page.getByRole('dialog').getByText(question)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Go on editing' }).click();
    await publish(staff, 'Asked every week');
    await expect(page.getByText('Asked every week')).toBeVisible();
    await expect(page.getByText('The preview is ready')).toHaveCount(0);
    await expect(async () => {
      await student.page.goto('/uts/faq');
      await student.page.getByRole('tab', { name: 'Cohort Dates' }).click();
      await student.page.getByText(question).click({ timeout: 2_000 });
    }).toPass();
    await expect(answer).toBeVisible();
    await student.page.goto('/uc/faq');
    await student.page.getByRole('tab', { name: 'Cohort Dates' }).click();
    await expect(student.page.getByText('What if my cohort is full?')).toBeVisible();
    await expect(student.page.getByText(question)).toHaveCount(0);
  });

  await test.step('The link of a preview is not offered for a later draft, nor once it has ended', async () => {
    const ready = page.getByText('The preview is ready');
    await page.getByLabel('Answer').first().fill('Typed after the publication.');
    await staff.presses('Save the draft');
    await expect(page.getByRole('button', { name: 'Save the draft' })).toBeDisabled();
    await expect(ready).toHaveCount(0);
    await page.route(
      /\/preview$/,
      async (route) => {
        const response = await route.fetch();
        const { data } = await response.json();
        const endsAt = new Date(Date.now() + 10_000).toISOString();
        await route.fulfill({ response, json: { data: { ...data, endsAt } } });
      },
      { times: 1 },
    );
    await staff.presses('Preview');
    await expect(ready).toBeVisible();
    await expect(ready).toHaveCount(0);
  });

  await test.step('A colleague who saved meanwhile is told, and nothing typed is lost', async () => {
    const other = new Console(await page.context().newPage());
    await other.open('/content/uts/faq.cohortDates');
    await page.getByLabel('Answer').first().fill('Typed here.');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await staff.presses('Stay here');
    await other.page.getByLabel('Answer').first().fill('Typed there.');
    await other.presses('Save the draft');
    await expect(other.page.getByText('The draft is kept').first()).toBeVisible();
    // What the colleague saved cannot be read at once: that is told, and another press reads it.
    await page.route(/\/content\/faq\.cohortDates$/, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await staff.presses('Save the draft');
    await expect(page.getByText('There is a problem')).toBeVisible();
    await staff.presses('Save the draft');
    await expect(page.getByText(/has changed this meanwhile$/)).toBeVisible();
    await expect(page.getByRole('alert').getByText('Typed there.')).toBeVisible();
    await expect(page.getByLabel('Answer').first()).toHaveValue('Typed here.');
    await staff.presses('Save the draft');
    await expect(page.getByText(/has changed this meanwhile$/)).toHaveCount(0);
    await other.page.close();
  });

  await test.step('Its history restores it after another text was published', async () => {
    const entries = page.getByRole('region', { name: 'History' }).getByRole('listitem');
    await publish(staff, 'Another first answer');
    await expect(entries.first()).toContainText('Another first answer');
    await entries
      .filter({ hasText: 'Asked every week' })
      .first()
      .getByRole('button', { name: /^Restore/ })
      .click();
    await expect(page.getByLabel('Answer').first()).not.toHaveValue('Typed here.');
    await publish(staff, 'The one before was right');
    await expect(entries.first()).toContainText('The one before was right');
  });

  await test.step('The partner goes back to the text of all partners, with a note in the history', async () => {
    await staff.presses('Go back to the text of all partners…');
    await page.getByRole('dialog').getByLabel('Note').fill('The common text says it better');
    await staff.isAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click();
    await expect(page.getByText('UTS. As for all partners.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText(
      'The common text says it better',
    );
    await expect(async () => {
      await student.page.goto('/uts/faq');
      await student.page.getByRole('tab', { name: 'Cohort Dates' }).click();
      await expect(student.page.getByText('What if my cohort is full?')).toBeVisible();
      await expect(student.page.getByText(question)).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });
  await student.page.context().close();
});

test('A partner publishes who teaches, and its course page then stops calling the instructors illustrative', async ({
  staff,
  stateOf,
  browser,
}) => {
  test.setTimeout(300_000);
  const { page } = staff;
  await page.context().addCookies((await stateOf('admissions')).cookies);
  const student = await arrive(browser);
  const instructors = student.page.getByRole('region', { name: 'Instructors' });
  const illustrative = /Illustrative, until UTS names its own team/;
  await student.page.goto('/uts/courses/cyber-security');
  await expect(instructors).toContainText(illustrative);

  await staff.open('/content/uts/course.cyber.instructors');
  await page.getByLabel('Name').first().fill('Hana');
  await publish(staff, 'The team of 2027');
  await expect(async () => {
    await student.page.goto('/uts/courses/cyber-security');
    await expect(instructors).toContainText('Hana', { timeout: 5_000 });
  }).toPass();
  await expect(instructors).not.toContainText(illustrative);

  await staff.presses('Go back to the text of all partners…');
  await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click();
  await student.page.context().close();
});

test('A figure is published with its source alone, and the page then stops calling it illustrative', async ({
  staff,
  stateOf,
  browser,
}) => {
  test.setTimeout(300_000);
  const { page } = staff;
  await page.context().addCookies((await stateOf('admissions')).cookies);
  const student = await arrive(browser);
  const outcomes = student.page.getByRole('region', { name: 'Where it leads' });
  const source = `UTS, survey of 2026 ${Date.now().toString(36)}, 212 graduates`;
  const illustrative = /Illustrative, until UTS names its source/;

  await test.step('Without a source it is refused, beside the field', async () => {
    await staff.open('/content/uts/figure.placementBy.software');
    await page.getByLabel('Figure').fill('84%');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('There is a problem')).toBeVisible();
    await expect(page.getByText('Say who measured it, when and over whom').first()).toBeVisible();
    await student.page.goto('/uts/courses/software-engineering');
    await expect(outcomes).toContainText('89%');
    await expect(outcomes).toContainText(illustrative);
  });

  await test.step('With one it is on the course page and in the answers that name it', async () => {
    await page.getByLabel('Source').fill(source);
    await publish(staff, 'The survey is here');
    await expect(page.getByText('UTS. Own text.')).toBeVisible();
    await staff.open('/content/uts/figure.salaryBy.software');
    await page.getByLabel('Source').fill(source);
    await publish(staff, 'The same survey');
    await expect(page.getByText('UTS. Own text.')).toBeVisible();
    await expect(async () => {
      await student.page.goto('/uts/courses/software-engineering');
      await expect(outcomes).toContainText(`Source: ${source}`, { timeout: 5_000 });
      await expect(outcomes).not.toContainText(illustrative, { timeout: 100 });
    }).toPass();
    await expect(outcomes).toContainText('84%');
    await student.page.goto('/uts/faq');
    await student.page.getByRole('tab', { name: 'Job Prospects' }).click();
    await student.page.getByText('How many graduates find work?').click();
    await expect(student.page.getByText('Software Engineering: 84%')).toBeVisible();
  });

  await test.step('Another partner’s page keeps the figure of all partners', async () => {
    await student.page.goto('/uc/courses/software-engineering');
    await expect(outcomes).toContainText('89%');
  });

  for (const key of ['placementBy', 'salaryBy']) {
    await staff.open(`/content/uts/figure.${key}.software`);
    await staff.presses('Go back to the text of all partners…');
    await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click();
    await expect(page.getByText('UTS. As for all partners, no source.')).toBeVisible();
  }
  await student.page.context().close();
});
