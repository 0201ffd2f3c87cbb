import { courseCodes, courses, type CourseCode } from '../shared/courses.ts';
import { partners } from '../shared/partners.ts';
import { portalPages } from '../shared/portal-pages.ts';
import { expect, test } from './portal.ts';

/** What each course has and the others do not. */
const specials: Record<CourseCode, string> = {
  cyber: 'Instructors',
  data: 'Real-world projects',
  software: 'Tech stack',
};

for (const course of courseCodes) {
  test(`the page of ${courses[course].name} has price, dates and outcomes, and links to the next step`, async ({
    portal,
    page,
  }) => {
    // Not a partner whose run another journey cancels.
    portal.partner = course === 'cyber' ? 'uts' : 'utsa';
    const { words } = partners[portal.partner as 'uts'];
    await portal.arrivesPreapproved();
    await portal.open(portalPages[course].path);
    await expect(page.getByRole('heading', { level: 1, name: courses[course].name })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${courses[course].name} – ${words.Enrolment} Portal`));
    for (const fact of ['12 weeks full-time', '24 weeks part-time', 'NZ$12,375 upfront']) await portal.sees(fact);

    const cohorts = page.getByRole('table').getByRole('row');
    await expect(cohorts.filter({ hasText: 'Places available' })).toHaveCount(4);
    // Each partner's classes are by day, or in the evening, where its students live.
    const city = portal.partner === 'uts' ? 'Sydney' : 'Chicago';
    // Which way to study begins next depends on the day.
    await expect(cohorts.filter({ hasText: 'Full-time' }).first()).toContainText(
      `Monday to Friday, 9:00 am to 5:00 pm (${city} time)`,
    );

    for (const title of ['What you learn', 'Syllabus', specials[course], 'Where it leads', 'Questions'])
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    for (const other of courseCodes.filter((code) => code !== course))
      await expect(page.getByRole('heading', { name: specials[other] })).toHaveCount(0);
    await portal.sees(`Illustrative, until ${portal.partner.toUpperCase()} names its source.`);

    await expect(
      page.getByRole('link', { name: `${words.Enrol} Now`, exact: true }).and(page.locator('main a')),
    ).toHaveCount(2);
    await page
      .getByRole('region', { name: /first|question|release/i })
      .getByRole('link')
      .first()
      .click();
    await portal.isAt('enrol');
  });
}

test('the syllabus tells its weeks for either way to study, and what each part holds', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('courses/data-science');
  const part = page.getByRole('button', { name: /Machine learning/ });
  await expect(part).toHaveText(/Weeks 6–8/);
  await page.getByText('Part-time', { exact: true }).last().click();
  await expect(part).toHaveText(/Weeks 11–16/);
  await part.click();
  await portal.sees('Regression, trees and ensembles');
  await portal.sees('A forecast that beats the obvious guess, with proof');
});

test('a reader elsewhere sees the hours on their own clock too', async ({ browser, portal, page }) => {
  await portal.arrivesPreapproved();
  const storageState = await page.context().storageState();
  const elsewhere = await browser.newContext({
    baseURL: process.env.INTAKE_URL,
    storageState,
    timezoneId: 'Asia/Singapore',
  });
  const there = await elsewhere.newPage();
  await there.goto('/uts/courses/cyber-security');
  // An hour later where the cohort that comes next begins in Sydney's winter time.
  const hours = /Monday\sto\sFriday,\s(6:00\sam\sto\s2:00|7:00\sam\sto\s3:00)\spm\s\(Singapore,\syour\stime\)/;
  await expect(there.getByText(hours).first()).toBeVisible();
  // Where one chooses and where one checks what one is about to buy, too.
  await there.goto('/uts/enrol');
  await expect(there.getByText(hours).first()).toBeVisible();
  await there.getByRole('radio').locator('visible=true').first().check();
  await there.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(there.getByRole('region', { name: /^Check your order/ })).toContainText('Singapore, your');
  await elsewhere.close();
});

test('the action follows what this browser remembers of the check', async ({ portal, page }) => {
  await portal.registers();
  const action = page.locator('main header').getByRole('link').first();
  const opensWith = async (score: string) => {
    await page.evaluate((value) => localStorage.setItem('eligibilityScore', value), score);
    await portal.open('courses/cyber-security');
  };
  await opensWith('69');
  await expect(action).toHaveText('Check Eligibility');
  await expect(action).toHaveAccessibleDescription('Check Your Eligibility');
  await opensWith('70');
  await expect(action).toHaveText('Enrol Now');
  await action.click();
  await portal.isAt('eligibility');
});

test('when the dates do not come, the page says so and asks again', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await page.route('**/enrolment/catalogue*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await portal.open('courses/cyber-security');
  await portal.sees('The dates did not load');
  await portal.sees('With the next available intake');
  await portal.isAccessible();
  await page.unroute('**/enrolment/catalogue*');
  await portal.presses('Try again');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5);
});
