import { accounts, expect, type Console } from './console.ts';
import { bulkVisits } from './console-bulk-visits.ts';
import { cohortVisits } from './console-cohort-visits.ts';
import { memberVisits } from './console-member-visits.ts';
import { orderVisits } from './console-order-visits.ts';
import { requestVisits } from './console-request-visits.ts';
import { siteVisits } from './console-site-visits.ts';
import type { ConsoleVisit } from './console-visit.ts';
import { contentVisits } from './console-content-visits.ts';
import { webinarVisits } from './console-webinar-visits.ts';

const signInVisits: Record<string, ConsoleVisit> = {
  'sign-in': { path: '/sign-in', as: 'stranger' },
  'sign-in-ended': { path: '/sign-in?ended=', as: 'stranger' },
  'sign-in-errors': {
    path: '/sign-in',
    as: 'stranger',
    async act(staff) {
      await staff.presses('Go on');
      await expect(staff.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'second-step': {
    path: '/sign-in',
    as: 'stranger',
    async act(staff) {
      await staff.begins(accounts.finance);
      await staff.sees('One more step');
    },
  },
  'invitation-used': {
    path: '/invitation#not-a-token',
    as: 'stranger',
    act: (staff) => staff.sees('This link does not work any more'),
  },
};

/** The drawings of Home come after its figures. */
const seesCharts = ({ page }: Console) =>
  expect(page.getByRole('img', { name: /^Way to payment/ }).locator('svg')).toBeVisible();

const frameVisits: Record<string, ConsoleVisit> = {
  home: { path: '/', act: seesCharts },
  'home-partner': {
    path: '/?partner=uts&from=2026-10-01&until=2026-11-20',
    async act(owner) {
      await seesCharts(owner);
      await owner.page.getByText('The same as a table').click();
      // A link that the bar at the top half covers counts as too small a target.
      await owner.page.evaluate(() => scrollTo(0, 0));
    },
  },
  'report-funnel': { path: '/reports/funnel?time=90&compare=before', act: seesCharts },
  'report-money': { path: '/reports/money?partner=uts&time=90' },
  'report-seats': {
    path: '/reports/seats',
    async act({ page }) {
      await page.getByText('What is counted').click();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  'report-leads': { path: '/reports/leads?time=90' },
  'report-answers': { path: '/reports/answers?time=90&compare=year' },
  'report-empty': { path: '/reports/money?from=2020-01-01&until=2020-02-01' },
  matters: { path: '/matters' },
  reconciliation: {
    path: '/reconciliation',
    act: ({ page }) => expect(page.getByText('is asked for')).toHaveCount(0),
  },
  'home-admissions': { path: '/', as: 'admissions' },
  'home-finance': { path: '/', as: 'finance' },
  'home-builder': { path: '/', as: 'builder' },
  palette: {
    path: '/',
    isFold: true,
    act: (staff) => staff.opensByKey('Control+k', staff.page.getByRole('dialog').getByRole('option').first()),
  },
  'palette-member': {
    path: '/sites/app_demo/members',
    isFold: true,
    async act(staff) {
      const { page } = staff;
      const field = page.getByRole('combobox', { name: 'Search and go to' });
      await staff.opensByKey('Control+k', field);
      await field.fill('captai');
      await expect(page.getByRole('option', { name: /captain@/ })).toBeVisible();
    },
  },
  'palette-nothing': {
    path: '/',
    isFold: true,
    async act(staff) {
      const { page } = staff;
      const field = page.getByRole('combobox', { name: 'Search and go to' });
      await staff.opensByKey('Control+k', field);
      await field.fill('qqqq');
      await expect(page.getByText('Nothing here has that name')).toBeVisible();
    },
  },
  keys: {
    path: '/',
    isFold: true,
    act: (staff) => staff.opensByKey('?', staff.page.getByRole('dialog')),
  },
  menu: {
    path: '/',
    only: 360,
    isFold: true,
    async act(owner) {
      await owner.presses('Menu');
      await expect(owner.page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    },
  },
  account: {
    path: '/',
    isFold: true,
    async act({ page }) {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  security: { path: '/security' },
  'security-password': { path: '/security', isFold: true, act: (owner) => owner.presses('Set a new password') },
  'not-found': { path: '/nowhere' },
};

const productVisits: Record<string, ConsoleVisit> = {
  comments: { path: '/sites/app_demo/comments' },
  'orders-finance': { path: '/orders', as: 'finance' },
  'members-finance': { path: '/sites/app_enrolment/members', as: 'finance' },
  'run-move': {
    path: '/cohorts/data-next-ft/move',
    async act(owner) {
      await owner.page.getByLabel('First day', { exact: true }).fill('2028-03-06');
      await expect(owner.page.getByRole('region', { name: 'Days of the cohort' })).toBeVisible();
    },
  },
  'run-cancel': { path: '/cohorts/data-next-ft/cancel', act: (owner) => owner.sees('Where students can go instead') },
  'cohort-mail': { path: '/cohorts/data-next-ft/mail', act: (owner) => owner.sees('Sent before') },
  mails: { path: '/mails' },
  mail: {
    path: '/mails?kind=staff-new-device',
    async act({ page }) {
      await page.getByRole('link', { name: 'Somebody signed in' }).first().click();
      await expect(page.getByRole('tab', { name: 'As it looks' })).toBeVisible();
    },
  },
  'mail-templates': { path: '/mails/templates' },
  system: { path: '/system' },
  jobs: { path: '/system/jobs' },
  audit: { path: '/audit' },
  staff: { path: '/staff' },
  'staff-invite': {
    path: '/staff?invite=',
    isFold: true,
    async act(owner) {
      await owner.presses('Send the invitation');
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'staff-person': {
    path: '/staff',
    isFold: true,
    async act(owner) {
      await owner.presses('Finn Finance');
      await expect(owner.page.getByRole('dialog')).toBeVisible();
    },
  },
};

/**
 * Every screen of the console in its states, once: what the accessibility journey checks, and what
 * `npm run screenshots -- --console` takes pictures of.
 */
export const consoleVisits: Readonly<Record<string, ConsoleVisit>> = {
  ...signInVisits,
  ...frameVisits,
  ...memberVisits,
  ...orderVisits,
  ...bulkVisits,
  ...siteVisits,
  ...cohortVisits,
  ...webinarVisits,
  ...contentVisits,
  ...productVisits,
  ...requestVisits,
};

/** Opens a screen and brings it into its state. */
export async function goTo(staff: Console, { path, as, act }: ConsoleVisit): Promise<void> {
  await staff.open(path);
  const awaited = staff.page.locator('main').getByText(/^(?:Loading|Counting…|Looking for .+…|…)$/);
  await expect(staff.page.locator('.skeleton').or(awaited).filter({ visible: true })).toHaveCount(0, {
    timeout: 60_000,
  });
  if (as !== 'stranger') await expect(staff.page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await act?.(staff);
}
