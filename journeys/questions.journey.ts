import { expect, test } from './portal.ts';

const tabs = ['General', 'Eligibility', 'Cohort Dates', 'Job Prospects'];

test('every part of the questions opens and closes its answers, by keyboard too', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('faq');
  await expect(page.getByRole('tab')).toHaveText(tabs);
  for (const name of tabs) {
    await page.getByRole('tab', { name }).click();
    const question = page.getByRole('tabpanel', { name }).getByRole('button', { expanded: false }).first();
    const answer = page.locator(`#${await question.getAttribute('aria-controls')}`);
    const opened = page.locator(`#${await question.getAttribute('id')}`);
    await expect(answer).toBeHidden();
    await opened.press('Enter');
    await expect(opened).toHaveAttribute('aria-expanded', 'true');
    await expect(answer).toBeVisible();
    await opened.click();
    await expect(opened).toHaveAttribute('aria-expanded', 'false');
    await expect(answer).toBeHidden();
  }
});

test('a link leads to its question, in whichever part it stands', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('faq#what-if-my-cohort-is-full');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Cohort Dates');
  await expect(page.getByRole('button', { name: 'What if my cohort is full?' })).toBeFocused();
  await portal.sees(/Choose a later one/);
  await portal.follows('Link to this question');
  await expect(page).toHaveURL(/\/uts\/faq#what-if-my-cohort-is-full$/);
});

test("the browser's search and paper reach what is put away", async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('faq');
  const answer = page.getByText(/Placement support goes on for 6 months/);
  await expect(answer).toBeHidden();
  // What a browser does when its search comes upon hidden text; the search itself is out of a test's reach.
  await answer.evaluate((element) => {
    const hidden = [...document.querySelectorAll('[hidden=until-found]')].filter((box) => box.contains(element));
    for (const box of hidden) box.dispatchEvent(new Event('beforematch', { bubbles: true }));
  });
  await expect(answer).toBeVisible();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Job Prospects');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/You must be at least 18 years old/)).toBeVisible();
});

test('the answers state what holds', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('faq');
  const main = page.locator('main');
  for (const fact of [
    'at least 18 years',
    'within the first 2 weeks',
    'over 20% of the sessions',
    '6 months',
    'all courses is 87%',
    'Cyber Security: 85%',
    'Data Science & AI: 88%',
    'Software Engineering: 89%',
    'NZ$75,000 to NZ$120,000 a year',
    'within 24 hours',
    '30 minutes',
    'Illustrative, until UTS names its source',
  ])
    await expect(main).toContainText(fact);
});
