import { accounts, expect, type Console } from './console.ts';
import { siteVisits } from './console-site-visits.ts';
import type { ConsoleVisit } from './console-visit.ts';

const members = '/sites/app_demo/members';

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

const frameVisits: Record<string, ConsoleVisit> = {
  home: { path: '/' },
  'home-admissions': { path: '/', as: 'admissions' },
  'home-finance': { path: '/', as: 'finance' },
  'home-builder': { path: '/', as: 'builder' },
  palette: {
    path: '/',
    isFold: true,
    async act({ page }) {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    },
  },
  'palette-member': {
    path: members,
    isFold: true,
    async act({ page }) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and go to' }).fill('captai');
      await expect(page.getByRole('option', { name: /captain@/ })).toBeVisible();
    },
  },
  'palette-nothing': {
    path: '/',
    isFold: true,
    async act({ page }) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and go to' }).fill('qqqq');
      await expect(page.getByText('Nothing here has that name')).toBeVisible();
    },
  },
  keys: {
    path: '/',
    isFold: true,
    async act({ page }) {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
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
  'security-password': { path: '/security', act: (owner) => owner.presses('Set a new password') },
  'not-found': { path: '/nowhere' },
};

const memberVisits: Record<string, ConsoleVisit> = {
  members: { path: members },
  'members-filtered': { path: `${members}?verified=yes&created.from=2026-01-01&columns=name,email,id,plan` },
  'members-none': { path: `${members}?search=qqqq` },
  'members-filter': {
    path: members,
    isFold: true,
    async act({ page }) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Joined' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'members-columns': {
    path: members,
    isFold: true,
    async act({ page }) {
      await page.getByRole('button', { name: 'Columns' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  'member-timeline': { path: `${members}?search=visitor`, act: openMember('Timeline') },
  'member-fields': { path: `${members}?search=visitor`, act: openMember('Fields') },
  'member-plans': { path: `${members}?search=visitor`, act: openMember('Plans') },
  'member-sign-in': { path: `${members}?search=visitor`, act: openMember('Sign-in') },
  'member-unknown': { path: `${members}/mem_nobody` },
};

const productVisits: Record<string, ConsoleVisit> = {
  comments: { path: '/sites/app_demo/comments' },
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
  ...siteVisits,
  ...productVisits,
};

function openMember(tab: string) {
  return async ({ page }: Console) => {
    await page.getByRole('link', { name: 'Vic' }).click();
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
  };
}

/** Opens a screen and brings it into its state. */
export async function goTo(staff: Console, { path, act }: ConsoleVisit): Promise<void> {
  await staff.open(path);
  await expect(staff.page.locator('.skeleton')).toHaveCount(0);
  await act?.(staff);
}
