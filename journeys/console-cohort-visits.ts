import { expect, type Console } from './console.ts';
import type { ConsoleVisit } from './console-visit.ts';

const opensFirst = async ({ page }: Console) => {
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Seats' })).toBeVisible();
};

/** Cohorts in the states of their screens. */
export const cohortVisits: Readonly<Record<string, ConsoleVisit>> = {
  cohorts: { path: '/cohorts' },
  'cohorts-finance': { path: '/cohorts', as: 'finance' },
  'cohorts-none': { path: '/cohorts?search=qqqq' },
  'cohorts-calendar': {
    path: '/cohorts?view=calendar',
    async act({ page }) {
      await page.getByRole('link', { name: 'Month after' }).click();
      await expect(page.getByText(/starts? in/)).toBeVisible();
    },
  },
  'cohort-new': {
    path: '/cohorts/new',
    async act(owner) {
      await owner.page.getByLabel('Name').fill('');
      await owner.presses('Create the cohort');
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'cohort-plan': {
    path: '/cohorts/plan',
    async act(owner) {
      await owner.presses('Show the days');
      await expect(owner.page.getByText(/^Days are those of/)).toBeVisible();
    },
  },
  cohort: { path: '/cohorts?partner=uts', act: opensFirst },
  'cohort-change': {
    path: '/cohorts?partner=uts',
    async act(owner) {
      await opensFirst(owner);
      await owner.page.getByRole('tab', { name: 'Change' }).click();
      await expect(owner.page.getByLabel('Days and hours')).toBeVisible();
    },
  },
  'cohort-history': {
    path: '/cohorts?partner=uts',
    async act(owner) {
      await opensFirst(owner);
      await owner.page.getByRole('tab', { name: 'History' }).click();
    },
  },
  'cohort-roster': {
    path: '/cohorts?partner=uts',
    async act(owner) {
      await opensFirst(owner);
      await owner.page.getByRole('link', { name: 'Roster to print' }).click();
      await owner.sees(/^Roster/);
    },
  },
};
