import { expect, type Console } from './console.ts';
import type { ConsoleVisit } from './console-visit.ts';

const members = '/sites/app_demo/members';

/** Members, one and many. */
export const memberVisits: Record<string, ConsoleVisit> = {
  members: { path: members },
  'members-filtered': { path: `${members}?verified=yes&created.from=2026-01-01&columns=name,email,id,plan` },
  'members-none': { path: `${members}?search=qqqq` },
  'members-filter': {
    path: members,
    isFold: true,
    async act({ page }) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Joined', exact: true }).click();
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
  'members-views': {
    path: `${members}?verified=yes`,
    isFold: true,
    async act(owner) {
      await owner.presses('Views');
      await expect(owner.page.getByRole('menu')).toBeVisible();
    },
  },
  'members-save-view': {
    path: `${members}?verified=yes`,
    isFold: true,
    async act(owner) {
      await owner.presses('Views');
      await owner.page.getByRole('menuitem', { name: 'Save this view' }).click();
      await owner.presses('Save the view');
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'member-timeline': { path: `${members}?search=visitor`, act: openMember('Timeline') },
  'member-fields': { path: `${members}?search=visitor`, act: openMember('Fields') },
  'member-plans': { path: `${members}?search=visitor`, act: openMember('Plans') },
  'member-sign-in': { path: `${members}?search=visitor`, act: openMember('Sign-in') },
  'member-orders': { path: `${members}?search=visitor`, act: openMember('Orders') },
  'member-notes': { path: `${members}?search=visitor`, act: openMember('Notes') },
  'member-mails': { path: `${members}?search=visitor`, act: openMember('Mails') },
  'member-json': { path: `${members}?search=visitor`, act: openMember('JSON') },
  'member-account': { path: `${members}?search=visitor`, act: openMember('Account') },
  'member-suspend': { path: `${members}?search=visitor`, isFold: true, act: pressInAccount('Suspend the member') },
  'member-erase': { path: `${members}?search=visitor`, isFold: true, act: pressInAccount('Erase the member') },
  'member-see-as': {
    path: `${members}?search=visitor`,
    isFold: true,
    async act(owner) {
      await openMember('Timeline')(owner);
      await owner.presses(/^See as/);
      await expect(owner.page.getByRole('dialog')).toBeVisible();
    },
  },
  'member-create': {
    path: members,
    isFold: true,
    async act(owner) {
      await owner.presses('Create a member');
      await owner.page
        .getByRole('dialog')
        .getByRole('button', { name: /^Create/ })
        .click();
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'member-unknown': { path: `${members}/mem_nobody` },
  'bulk-acts': {
    path: members,
    isFold: true,
    async act(owner) {
      await chooseMembers(owner, 2);
      await owner.presses('Do with them');
      await expect(owner.page.getByRole('menu')).toBeVisible();
    },
  },
  'bulk-jobs': { path: '/sites/app_demo/bulk' },
  'bulk-job': {
    path: `${members}?search=carver`,
    async act(owner) {
      const { page } = owner;
      await openBulk(owner, 'Set a field', 1);
      await page.getByRole('dialog').getByLabel('Field').selectOption({ label: 'Referral code' });
      await page.getByRole('dialog').getByLabel('New value').fill('spring');
      await page.getByRole('dialog').getByRole('button', { name: 'Set a field' }).click();
      await owner.sees('Set Referral code');
      await expect(page.getByText('Under way')).toHaveCount(0);
    },
  },
};

function openMember(tab: string) {
  return async ({ page }: Console) => {
    await page.getByRole('link', { name: 'Vic' }).click();
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
  };
}

function pressInAccount(button: string) {
  return async (owner: Console) => {
    await openMember('Account')(owner);
    await owner.presses(button);
    await expect(owner.page.getByRole('dialog').getByLabel('Reason')).toBeVisible();
  };
}

async function chooseMembers({ page }: Console, count: number): Promise<void> {
  for (let row = 1; row <= count; row++)
    await page.getByRole('checkbox', { name: `Choose row ${row}`, exact: true }).check();
}

async function openBulk(owner: Console, act: string, count = 2): Promise<void> {
  await chooseMembers(owner, count);
  await owner.presses('Do with them');
  await owner.page.getByRole('menuitem', { name: act }).click();
  await expect(owner.page.getByRole('dialog')).toBeVisible();
}
