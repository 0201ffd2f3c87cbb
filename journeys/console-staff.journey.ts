import { randomBytes } from 'node:crypto';
import { expect, test } from './console.ts';

test('A role dialog that was open before a colleague changed the person is refused, though the list was read again', async ({
  owner,
}) => {
  const { page } = owner;
  const email = `pania-${randomBytes(6).toString('hex')}@example.org`;
  const dialog = page.getByRole('dialog', { name: email });
  await test.step('Somebody has two partners, and the dialog about them is open', async () => {
    await owner.open('/staff');
    await owner.presses('Invite somebody');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Role').selectOption('admissions');
    await page.getByLabel('UTS', { exact: true }).check();
    await page.getByLabel('UC', { exact: true }).check();
    await owner.presses('Send the invitation');
    await page.getByRole('button', { name: email }).click();
    await expect(dialog.getByLabel('UC', { exact: true })).toBeChecked();
  });
  await test.step('Another role takes them away, and the first one again does not', async () => {
    await dialog.getByLabel('Role').selectOption('site-builder');
    await expect(dialog.getByText('see UC', { exact: true })).toBeVisible();
    await dialog.getByLabel('Role').selectOption('admissions');
    await expect(dialog.getByLabel('UC', { exact: true })).toBeChecked();
    await expect(dialog.getByText('From their next press on')).toHaveCount(0);
  });
  await test.step('A colleague takes one of the partners away, and the list is read again', async () => {
    const { searchParams, origin } = new URL(page.url());
    const answer = await page.request.patch(`/console/api/staff/${searchParams.get('person')}`, {
      headers: { origin },
      data: { role: 'admissions', sites: [], partners: ['uts'], version: 1 },
    });
    expect(await answer.json()).toMatchObject({ data: { scope: { partners: ['uts'] }, version: 2 } });
    // An act that fails reads the list again at once, as another look at the window does after a while.
    await page.route('**/invitation', (route) => route.abort(), { times: 1 });
    const readAgain = page.waitForResponse((response) => response.url().endsWith('/console/api/staff'));
    await owner.presses('Send the invitation again');
    await owner.presses('Send the link');
    await expect(dialog.getByText('The service cannot be reached')).toBeVisible();
    await readAgain;
    await owner.presses('Leave it as it is');
  });
  await test.step('A third partner is not saved over that, and is once the person as they are now was seen', async () => {
    await dialog.getByLabel('VCU', { exact: true }).check();
    await owner.presses('Save role and scope');
    await expect(dialog.getByText(/^Somebody else has changed this person/).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: email }).click();
    await expect(dialog.getByLabel('UC', { exact: true })).not.toBeChecked();
    await dialog.getByLabel('VCU', { exact: true }).check();
    await owner.presses('Save role and scope');
    await expect(dialog).toHaveCount(0);
  });
});
