import { expect, test, type Console } from './console.ts';

/** Types into a field, is asked on the way to another page, stays with what was typed, and then leaves. */
async function isAskedBeforeItIsLost(owner: Console, label: string): Promise<void> {
  const { page } = owner;
  const typed = page.getByLabel(label, { exact: true });
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await typed.fill('Typed by hand');
  await home.click();
  await expect(question).toBeVisible();
  await owner.presses('Stay here');
  await expect(typed).toHaveValue('Typed by hand');
  await home.click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/?$/);
}

test('What is typed into a form of the console is not left for another page without a question', async ({ owner }) => {
  const { page } = owner;
  await test.step('A new cohort', async () => {
    await owner.open('/cohorts/new');
    await isAskedBeforeItIsLost(owner, 'Name');
  });
  await test.step('A cohort that is changed, though another of its tabs is open', async () => {
    await owner.open('/cohorts?partner=uts');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Typed before');
    await page.getByRole('tab', { name: 'Seats' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await owner.presses('Stay here');
    await page.getByRole('tab', { name: 'Change' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before');
    await isAskedBeforeItIsLost(owner, 'Name');
  });
  await test.step('A new webinar', async () => {
    await owner.open('/webinars/new');
    await isAskedBeforeItIsLost(owner, 'Title');
  });
});

test('A form in which nothing was typed, or nothing changed, is left without a question', async ({ owner }) => {
  const { page } = owner;
  for (const path of ['/cohorts/new', '/webinars/new']) {
    await owner.open(path);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/console\/?$/);
  }
  await owner.open('/cohorts?partner=uts');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Change' }).click();
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('Typed by hand');
  await name.fill(before);
  await owner.presses('Save the changes');
  await expect(page.getByText('Nothing was changed').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/console\/?$/);
});
