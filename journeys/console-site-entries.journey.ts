import { randomUUID } from 'node:crypto';
import { expect, test, type Console } from './console.ts';

/** Entries in the lists of a site's settings. */

/** Makes a site with a free plan, and goes to its settings. */
async function makesSite(owner: Console): Promise<void> {
  const name = `Entries ${randomUUID()}`;
  await owner.open('/sites/new');
  await owner.page.getByLabel('What the site is called').fill(name);
  await owner.page.getByLabel('Name', { exact: true }).fill('Crew');
  await owner.presses('Create the site');
  await owner.sees(name);
}

/** Goes to another page of the site: what is not saved stays. */
const goesTo = ({ page }: Console, part: string) =>
  page.getByRole('navigation', { name: 'Site', exact: true }).getByRole('link', { name: part }).click();

test('a new coupon is for one use of each member, and its form says so', async ({ owner }) => {
  await owner.open('/sites/app_demo/site/plans');
  await owner.presses('Add a coupon');
  await expect(owner.page.getByLabel('Uses of one member').filter({ visible: true })).toHaveValue('1');
});

test('a key may begin with that of another field, and stays as it is once it is saved', async ({ owner }) => {
  const { page } = owner;
  await makesSite(owner);
  await goesTo(owner, 'Fields');
  const key = page.getByLabel('Key', { exact: true }).filter({ visible: true });
  await owner.presses('Add a field');
  await key.fill('phone');
  await owner.presses('Review and save');
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await expect(key).not.toBeEditable();
  await owner.presses('Add a field');
  await key.pressSequentially('phone-work');
  await expect(key).toHaveValue('phone-work');
});

test('a plan that was removed is taken out of a content group that still names it', async ({ owner }) => {
  const { page } = owner;
  await makesSite(owner);
  await goesTo(owner, 'Content');
  await owner.presses('Add a content group');
  await page.getByLabel('Every member may open it').uncheck();
  await page.getByRole('checkbox', { name: 'Crew' }).check();
  await goesTo(owner, 'Plans and prices');
  await page.getByText('Crew', { exact: true }).click();
  await owner.presses('Remove');
  await owner.presses('Review and save');
  await expect(page.getByText(/the site has no plan/).first()).toBeVisible();

  await goesTo(owner, 'Content');
  const named = page.getByRole('checkbox', { name: 'Crew (removed)' });
  await expect(named).toBeChecked();
  await named.click();
  await expect(named).toHaveCount(0);
  await owner.presses('Review and save');
  await expect(page.getByRole('dialog')).toBeVisible();
});
