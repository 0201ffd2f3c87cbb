import { expect, test } from './console.ts';
import { Keyboard } from './keyboard.ts';

const site = '/sites/app_demo';

test('Support finds a member by half a name, changes a field, gives a plan, and sees both in the timeline', async ({
  owner,
}) => {
  const { page } = owner;
  await test.step('The search stands in the address, and a colleague who opens it sees the same', async () => {
    await owner.open(`${site}/members`);
    await page.getByRole('searchbox').fill('ton');
    await expect(page).toHaveURL(/search=ton/);
    await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('ton');
  });
  await test.step('A filter is a chip that can be taken away', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Address proved' }).click();
    await page.getByLabel('No', { exact: true }).check();
    await owner.presses('Show these');
    await expect(page).toHaveURL(/verified=no/);
    await owner.sees('No members like that');
    await page.getByRole('button', { name: 'Remove the filter “Address proved: no”' }).click();
    await expect(page).not.toHaveURL(/verified/);
  });
  await test.step('The export is a file of what is filtered', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  });
  await test.step('A field is changed', async () => {
    await page.getByRole('link', { name: 'Toni' }).click();
    await page.getByRole('tab', { name: 'Fields' }).click();
    await page.getByLabel('Phone').fill('+64 21 555 0199');
    await page.getByLabel('Reason').fill('Asked for by phone.');
    await owner.presses('Save the fields');
    await expect(page.getByText('The fields are saved')).toBeVisible();
  });
  await test.step('A plan is given and taken', async () => {
    await page.getByRole('tab', { name: 'Plans' }).click();
    await page.getByLabel('Give a free plan').selectOption({ index: 1 });
    await owner.presses('Give');
    await page.getByRole('button', { name: /^Take/ }).first().click();
    await expect(page.getByText(/is taken$/)).toBeVisible();
  });
  await test.step('The timeline tells it all', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('Reason: Asked for by phone.').first()).toBeVisible();
    await expect(page.getByText('Olga Owner').first()).toBeVisible();
  });
});

test('Two people on one member lose nothing', async ({ owner }) => {
  const { page } = owner;
  const colleague = await page.context().newPage();
  const open = async (tab: typeof page) => {
    await tab.goto(`/console${site}/members?search=friend`);
    await tab.getByRole('link', { name: 'Frankie' }).click();
    await tab.getByRole('tab', { name: 'Fields' }).click();
    await expect(tab.getByLabel('Phone')).toBeVisible();
  };
  await open(page);
  await page.getByLabel('Referral code').fill('from the first');
  await open(colleague);
  await colleague.getByLabel('Phone').fill('+64 21 555 0111');
  await colleague.getByRole('button', { name: 'Save the fields' }).click();
  await expect(colleague.getByText('The fields are saved')).toBeVisible();

  await owner.presses('Save the fields');
  await expect(page.getByText('Somebody else has saved this member meanwhile')).toBeVisible();
  await expect(page.getByText('Phone is now “+64 21 555 0111”')).toBeVisible();
  await expect(page.getByLabel('Referral code')).toHaveValue('from the first');
  await owner.presses('Save the fields');
  await expect(page.getByText('The fields are saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Phone')).toHaveValue('+64 21 555 0111');
  await expect(page.getByLabel('Referral code')).toHaveValue('from the first');
});

test('By keyboard alone a member is found, opened and changed', async ({ owner }) => {
  const { page } = owner;
  const keyboard = new Keyboard(page);
  await owner.open('/');
  await test.step('The palette leads to the members', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search and go to' })).toBeFocused();
    await page.keyboard.type('memb');
    await expect(page.getByRole('option', { name: /Members/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await owner.sees('Members');
  });
  await test.step('It finds a member by half a name as well', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('captai');
    await expect(page.getByRole('option', { name: /Cam.*captain@intake\.example/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await owner.sees('Cam');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await owner.sees('Members');
  });
  await test.step('Keys lead to the search, to a row and into it', async () => {
    await expect(page.locator('tr[data-index="0"]')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('capt');
    await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible();
    await keyboard.presses(page.getByRole('link', { name: 'Cam' }));
    await owner.sees('Cam');
  });
  await test.step('A field is changed', async () => {
    await keyboard.reaches(page.getByRole('tab', { name: 'Timeline' }));
    await page.keyboard.press('ArrowRight');
    await keyboard.reaches(page.getByLabel('Membership number'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('M-77');
    await keyboard.presses(page.getByRole('button', { name: 'Save the fields' }));
    await expect(page.getByText('The fields are saved')).toBeVisible();
  });
  await test.step('The help tells the keys, and lets single ones be switched off', async () => {
    await owner.open('/');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await keyboard.presses(page.getByLabel('Keys of one letter do something'), 'Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
