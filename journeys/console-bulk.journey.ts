import type { Page } from '@playwright/test';
import type { BulkPreview } from '../contract/console/bulk-schemas.ts';
import type { MemberImport } from '../contract/console/imports-schemas.ts';
import type { ShownSite } from '../contract/console/members-schemas.ts';
import { expect, test, type Console } from './console.ts';
import { Keyboard } from './keyboard.ts';
import { asksForProofOnce, holdsBack, losesTheAnswer } from './portal.ts';

const site = '/sites/app_demo';

/** Opens the dialog of an act on all members that a list finds. */
async function actsOnAll({ page }: Console, act: RegExp): Promise<void> {
  await page.getByRole('checkbox', { name: 'Choose all members of the list' }).check();
  await page.getByRole('button', { name: 'Do with them' }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

/** Imports members with a name that finds them alone, by way of the screens. */
async function imports(owner: Console, file: { name: string; text: string }) {
  const { page } = owner;
  await owner.open(`${site}/members/import`);
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) });
  await owner.presses('Send the file');
  await owner.sees('What the columns hold');
}

test('A builder imports members from a file with faults, gives them all a plan, and takes it back', async ({
  owner,
}) => {
  const { page } = owner;
  const mark = `q${Date.now().toString(36)}`;
  const people = ['ada', 'bo', 'cy'].map((name) => `${name},${name}-${mark}@example.org,${mark}`);
  const text = ['Given name,E-Mail Address,Phone', ...people, `dee,no address,${mark}`].join('\r\n');

  await test.step('The file is sent, and its columns are named with what they probably hold', async () => {
    await imports(owner, { name: 'club.csv', text });
    await expect(page.getByLabel('E-Mail Address holds')).toHaveValue('email');
    await expect(page.getByLabel('Phone holds')).toHaveValue('phone');
    await page.getByLabel('Given name holds').selectOption({ label: 'First name' });
  });
  await test.step('Every row is looked at, the fault is told by line, and nothing has changed', async () => {
    await owner.presses('Look at every row');
    await owner.sees('1 row has faults');
    await expect(page.getByRole('row', { name: /^5 E-Mail Address/ })).toBeVisible();
    await expect(page.getByText('Nothing has been changed so far.')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'All faults as a file' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^faults-.*\.csv$/);
  });
  await test.step('The other rows are imported, with a proof where the log-in is too long ago', async () => {
    await asksForProofOnce(page, '**/imports/*/apply');
    await page.getByLabel('Reason').fill('From the old club.');
    await owner.presses('Import 3 members');
    await expect(page.getByText('The file has been deleted.')).toBeVisible();
    await owner.open(`${site}/members?search=${mark}`);
    await expect(page.getByRole('status').filter({ hasText: /^3 members$/ })).toBeVisible();
  });
  await test.step('All that match are chosen, and the dialog says in numbers what will happen', async () => {
    await actsOnAll(owner, /Give a plan/);
    await expect(page.getByText('3 chosen')).toBeVisible();
    await page.getByLabel('Plan', { exact: true }).selectOption({ index: 1 });
    await expect(page.getByText('3 members will have the plan at once.')).toBeVisible();
    await expect(page.getByText('Nobody gets a mail.')).toBeVisible();
    await page.getByLabel('Reason').fill('The open day.');
    await owner.presses('Give a plan');
  });
  await test.step('The result tells of each, and can be filtered and taken away as a file', async () => {
    await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^3 results$/ })).toBeVisible();
    await expect(page.getByText(`bo-${mark}@example.org`)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^results-.*\.csv$/);
  });
  await test.step('It is taken back', async () => {
    await owner.presses('Undo');
    await expect(page.getByText('It is taken back from 3 members', { exact: false })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await owner.sees(/\(undo\)$/);
    await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible();
    await owner.open(`${site}/bulk`);
    await expect(page.getByRole('link', { name: /\(undo\)$/ }).first()).toBeVisible();
  });
  await test.step('A value that is corrected after a lost answer is what they have', async () => {
    await owner.open(`${site}/members?search=${mark}`);
    await actsOnAll(owner, /Set a field/);
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Referral code' });
    const value = page.getByLabel(/^New value/);
    await value.fill('OPEN-DAY');
    await losesTheAnswer(page, '**/app_demo/bulk-jobs');
    await owner.presses('Set a field');
    await expect(page.getByText('The service cannot be reached').first()).toBeVisible();
    await value.fill('OPEN-NIGHT');
    await owner.presses('Set a field');
    await owner.sees('Set Referral code');
    await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible();
    await page.getByRole('link', { name: `bo-${mark}@example.org` }).click();
    await page.getByRole('tab', { name: 'Fields' }).click();
    await expect(page.getByLabel('Referral code')).toHaveValue('OPEN-NIGHT');
  });
  await test.step('The same file again makes nobody twice', async () => {
    await imports(owner, { name: 'club.csv', text });
    await owner.presses('Look at every row');
    await expect(page.getByText('are members already, and are left as they are')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
    await owner.presses('Give it up, and delete the file');
    await expect(page.getByText('Stopped by staff')).toBeVisible();
  });
  await test.step('They are deleted, with their number typed', async () => {
    await owner.open(`${site}/members?search=${mark}`);
    await actsOnAll(owner, /Delete/);
    await expect(page.getByText('It cannot be taken back.')).toBeVisible();
    await page.getByLabel('How many members will be deleted?').fill('2');
    await page.getByLabel('Reason').fill('They were made for a test.');
    await owner.presses('Delete');
    await expect(page.getByText('Type how many members will be deleted').first()).toBeVisible();
    await page.getByLabel('How many members will be deleted?').fill('3');
    await owner.presses('Delete');
    await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible();
    await owner.open(`${site}/members?search=${mark}`);
    await owner.sees('No members like that');
  });
});

/** Changes what the server answers to a call. */
const answersWith = <Data>(page: Page, call: RegExp, change: (data: Data) => Data) =>
  page.route(call, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Data };
    await route.fulfill({ response, json: { data: change(data) } });
  });

test('A retired plan is taken from many and given to none, and what its teams lose is said', async ({ owner }) => {
  const { page } = owner;
  const retired = { id: 'pln_demo_free', name: 'Old friends', isFree: true, isActive: false };
  await answersWith<ShownSite>(page, /\/sites\/app_demo$/, ({ plans, ...shown }) => ({
    ...shown,
    plans: [...plans.filter(({ id }) => id !== retired.id), retired],
  }));
  await answersWith<BulkPreview>(page, /\/bulk-jobs\/preview$/, (data) => ({
    ...data,
    teamMembers: 4,
    canUndo: false,
  }));
  await owner.open(`${site}/members`);
  await actsOnAll(owner, /Give a plan/);
  const plan = page.getByLabel('Plan', { exact: true });
  await expect(plan.getByRole('option', { name: /Old friends/ })).toHaveCount(0);
  await owner.presses('Leave them as they are');
  await page.getByRole('button', { name: 'Do with them' }).click();
  await page.getByRole('menuitem', { name: /Take a plan/ }).click();
  await plan.selectOption({ label: 'Old friends (retired)' });
  await expect(page.getByText('Their teams end, and 4 members of these lose the plan with them.')).toBeVisible();
  await expect(page.getByText('It cannot be taken back.')).toBeVisible();
});

test('An import that a colleague has had looked at otherwise is shown anew before it is made', async ({ owner }) => {
  const { page } = owner;
  const text = `E-Mail Address,Name\r\nada-${Date.now().toString(36)}@example.org,Ada`;
  await imports(owner, { name: 'club.csv', text });
  await owner.presses('Look at every row');
  await owner.sees('1 row');
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await colleague.getByLabel('Name holds').selectOption({ label: 'First name' });
  const checked = colleague.waitForResponse(/\/imports\/imp_\w+\/check$/);
  await colleague.getByRole('button', { name: 'Look at every row again' }).click();
  expect((await checked).ok()).toBe(true);
  await owner.presses('Import 1 member');
  await expect(page.getByLabel('Name holds')).toHaveValue('first-name');
  await owner.presses('Import 1 member');
  await expect(page.getByText('The file has been deleted.')).toBeVisible();
});

test('An import that the site’s fields have stopped says so', async ({ owner }) => {
  const { page } = owner;
  await imports(owner, { name: 'club.csv', text: 'E-Mail Address\r\nada@example.org' });
  await answersWith<MemberImport>(page, /\/imports\/imp_\w+$/, (data) => ({
    ...data,
    state: 'stopped',
    stopCode: 'unknown-column',
    endedAt: data.createdAt,
  }));
  await page.reload();
  await expect(
    page.getByText('The site does not have a field any more that a column of the file holds.'),
  ).toBeVisible();
});

test('By keyboard alone rows are chosen one by one and from one to another', async ({ owner }) => {
  const { page } = owner;
  const keyboard = new Keyboard(page);
  await owner.open(`${site}/members`);
  await expect(page.locator('tr[data-index="3"]')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('tr[data-index="0"] [data-row-link]')).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 chosen')).toBeVisible();
  await page.locator('tr[data-index="3"] input').focus();
  await page.keyboard.press('Shift+Space');
  await expect(page.getByText('4 chosen')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('3 chosen')).toBeVisible();
  // The list draws more rows as one goes down: the key leads to what may be done, however many there are.
  await page.keyboard.press('a');
  const none = page.getByRole('button', { name: 'Choose none' });
  await expect(none).toBeFocused();
  await expect(page.getByRole('checkbox', { name: /^Choose row 1$/ })).toBeInViewport();
  await page.keyboard.press('Tab');
  await keyboard.reaches(none, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/chosen$/)).toHaveCount(0);
});

test('What setting a field does is said of the value that stands in the form, a tick or a text', async ({ owner }) => {
  const { page } = owner;
  await owner.open(`${site}/members?search=captain`);
  await actsOnAll(owner, /Set a field/);
  const field = page.getByLabel('Field', { exact: true });
  await field.selectOption({ label: 'Newsletter' });
  await expect(page.getByLabel('New value')).toHaveValue('true');
  await expect(page.getByText('1 member will have this value.')).toBeVisible();
  const asked = page.waitForRequest(/\/bulk-jobs\/preview$/);
  await field.selectOption({ label: 'Referral code' });
  await expect(page.getByLabel(/^New value/)).toHaveValue('');
  expect((await asked).postDataJSON()).toMatchObject({ act: { field: 'referral-code', value: '' } });
});

test('Rows that are still those of the question before cannot be chosen', async ({ owner }) => {
  const { page } = owner;
  const answer = Promise.withResolvers<void>();
  await page.route(/\/app_demo\/members\?.*search=captain/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await owner.open(`${site}/members`);
  const all = page.getByRole('checkbox', { name: 'Choose all members of the list' });
  const row = page.locator('tr[data-index="0"]');
  await expect(all).toBeEnabled();
  const asked = page.waitForRequest(/\/app_demo\/members\?.*search=captain/);
  await page.getByRole('searchbox').fill('captain');
  await asked;
  await expect(all).toBeDisabled();
  await expect(row.getByRole('checkbox')).toBeDisabled();
  await row.getByRole('link').focus();
  await page.keyboard.press('x');
  answer.resolve();
  await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible();
  await expect(page.getByText(/chosen$/)).toHaveCount(0);
  await all.check();
  await expect(page.getByText('1 chosen')).toBeVisible();
});

test('A row that leaves the list leaves the dialog about it as it is, with what is typed there', async ({ owner }) => {
  const { page } = owner;
  await page.clock.install();
  await owner.open(`${site}/members?search=captain`);
  await actsOnAll(owner, /Suspend/);
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.fill('They asked for it by mail.');
  await page.route(/\/app_demo\/members\?/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, data: [], count: { rows: 0, isExact: true } } });
  });
  await page.clock.fastForward('01:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText('No members like that')).toBeAttached();
  await expect(reason).toHaveValue('They asked for it by mail.');
  await expect(page.getByText('1 chosen')).toHaveCount(0);
});

test('All that match at one site are not chosen at the next', async ({ owner }) => {
  const { page } = owner;
  const sites = page.getByRole('navigation', { name: 'Main' }).getByLabel('Site');
  const all = page.getByRole('checkbox', { name: 'Choose all members of the list' });
  const showsMembersOf = async (siteId: string) => {
    await sites.selectOption(siteId);
    await expect(page.getByRole('table').getByRole('link').first()).toHaveAttribute('href', new RegExp(`/${siteId}/`));
    await expect(all).toBeEnabled();
  };
  await page.route(/\/app_demo\/members\?/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, count: { rows: 12_000, isExact: true } } });
  });
  await owner.open(`${site}/members`);
  // Both are in the page's memory from here on, so that neither is waited for.
  await showsMembersOf('app_enrolment');
  await showsMembersOf('app_demo');
  await all.check();
  await owner.presses('Choose all 12,000 that match');
  await expect(page.getByText('All 12,000 that match are chosen')).toBeVisible();
  await showsMembersOf('app_enrolment');
  await expect(page.getByText(/chosen$/)).toHaveCount(0);
  await expect(all).not.toBeChecked();
});

/** Sends a file whose first part the service does not take. */
async function failsToSend(owner: Console, name: string): Promise<void> {
  const { page } = owner;
  const buffer = Buffer.from('E-Mail Address\r\nada@example.org');
  await owner.open(`${site}/members/import`);
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.route('**/parts/0', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await owner.presses('Send the file');
  await expect(page.getByText('The file was not taken')).toBeVisible();
}

test('A file sent at the second try is one import, and leads nobody away from another page', async ({ owner }) => {
  const { page } = owner;
  const name = `late-${Date.now().toString(36)}.csv`;
  await failsToSend(owner, name);
  const letPass = await holdsBack(page, '**/imports/*/uploaded');
  await owner.presses('Send the file');
  await expect(page.getByText('Sending the file…')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  letPass();
  await expect(page.getByText(`“${name}” is sent`)).toBeVisible();
  await expect(page).toHaveURL(/\/members$/);
  await owner.open(`${site}/members/import`);
  await expect(page.getByRole('link', { name })).toHaveCount(1);
});

test('A file whose import was given up before the second try leads to what became of it', async ({ owner }) => {
  const { page } = owner;
  const name = `given-up-${Date.now().toString(36)}.csv`;
  await failsToSend(owner, name);
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await colleague.getByRole('link', { name }).click();
  await colleague.getByRole('button', { name: 'Give it up, and delete the file' }).click();
  await expect(colleague.getByText('Stopped by staff')).toBeVisible();
  await owner.presses('Send the file');
  await expect(page).toHaveURL(/\/import\/imp_\w+$/);
  await expect(page.getByText('Stopped by staff')).toBeVisible();
});

test('A file of 200 MB is refused before it is sent', async ({ owner }) => {
  const { page } = owner;
  await owner.open(`${site}/members/import`);
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'PUT' ? 1 : 0));
  await page.getByLabel('CSV file').evaluate((input: HTMLInputElement) => {
    const megabyte = new Uint8Array(1024 * 1024);
    const file = new File(
      Array.from({ length: 200 }, () => megabyte),
      'large.csv',
      { type: 'text/csv' },
    );
    const files = new DataTransfer();
    files.items.add(file);
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByRole('alert')).toContainText('It has 200 MB');
  await expect(page.getByRole('button', { name: 'Send the file' })).toBeDisabled();
  expect(sent).toBe(0);
});
