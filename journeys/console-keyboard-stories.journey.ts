import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addPasskeyDevice, expect, test } from './console.ts';
import { Keyboard } from './keyboard.ts';
import { getMail } from './portal.ts';

/** A customer's page with what was pasted into its head. */
async function servePage(head: string) {
  const page = `<!doctype html><html lang="en"><head><title>Club</title>${head}</head><body>Welcome</body></html>`;
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('By keyboard alone an owner makes a site with two plans, checks its page and renames it', async ({ owner }) => {
  const { page } = owner;
  const keyboard = new Keyboard(page);
  const name = page.getByLabel('What the site is called');
  await test.step('The menu leads to the form, and what is missing leads to its field', async () => {
    await owner.open('/');
    await keyboard.presses(page.getByRole('link', { name: 'New site' }));
    await owner.sees('New site');
    await keyboard.presses(page.getByRole('button', { name: 'Create the site' }));
    await expect(page.getByRole('group', { name: 'There is a problem' })).toBeFocused();
    await keyboard.presses(page.getByRole('link', { name: 'Say what the site is called' }));
    await expect(name).toBeFocused();
  });
  await test.step('Name and plans are typed from field to field', async () => {
    const [first, second] = [page.getByRole('group', { name: 'Plan 1' }), page.getByRole('group', { name: 'Plan 2' })];
    await keyboard.fillsIn([
      [name, 'Harbour Rowing'],
      [first.getByLabel('Name'), 'Crew'],
      [second.getByLabel('Name'), 'Skipper'],
      // A list of the browser's own takes its first letters.
      [second.getByLabel('Paid'), 'Every y'],
      [second.getByLabel('Amount'), '190.00'],
    ]);
    await expect(second.getByLabel('Paid')).toHaveValue('YEARLY');
    await page.keyboard.press('Enter');
    await owner.sees('Harbour Rowing');
    await expect(page.getByText('Test mode').first()).toBeVisible();
  });
  await test.step('The script is copied, and its page is checked', async () => {
    const script = page.getByRole('group', { name: 'Install script' });
    const customers = await servePage(await script.innerText());
    await keyboard.presses(page.getByRole('button', { name: 'Copy' }).first());
    await keyboard.types(page.getByLabel('Address of a page'), customers.url);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The script is on this page')).toBeVisible();
    customers.close();
  });
  const review = page.getByRole('button', { name: 'Review and save' });
  const dialog = page.getByRole('dialog');
  await test.step('A change is reviewed in a dialog, which gives the focus back', async () => {
    await keyboard.types(page.getByLabel('Name of the site'), ' Club');
    await keyboard.presses(review);
    await expect(dialog).toContainText('Club');
    await keyboard.staysWithin(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(review).toBeFocused();
  });
  await test.step('It is saved, and the focus stays in the page though its button is gone', async () => {
    await page.keyboard.press('Enter');
    await keyboard.presses(dialog.getByRole('button', { name: /^Save/ }));
    await expect(page.getByText('Saved. Pages take it over')).toBeVisible();
    await expect(review).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('The plans are there', async () => {
    await keyboard.presses(
      page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Plans and prices' }),
    );
    await owner.sees('Plans and prices');
    await expect(page.getByText('Crew', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/NZD\s190\.00 a year/).first()).toBeVisible();
  });
});

test('By keyboard alone the owner invites somebody, who comes in with a passkey and back by it', async ({
  owner,
  browser,
}) => {
  const { page } = owner;
  const email = `kiri-${randomBytes(6).toString('hex')}@example.org`;
  const keyboard = new Keyboard(page);
  await test.step('The owner fills in the dialog, which keeps the focus in and gives it back', async () => {
    await owner.open('/staff');
    const invite = page.getByRole('button', { name: 'Invite somebody' });
    const dialog = page.getByRole('dialog');
    await keyboard.presses(invite);
    await keyboard.staysWithin(dialog);
    await page.keyboard.press('Escape');
    await expect(invite).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await keyboard.fillsIn([
      [dialog.getByLabel('Email'), email],
      [dialog.getByLabel('Role'), 'Supp'],
      [dialog.getByLabel('Riverbend Makers'), ' '],
    ]);
    await expect(dialog.getByLabel('Role')).toHaveValue('support');
    await expect(dialog.getByLabel('Riverbend Makers')).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(invite).toBeFocused();
    await expect(page.getByRole('button', { name: email })).toBeVisible();
  });

  const { text } = await getMail(page.request, email, /You are invited/);
  const theirs = await (await browser.newContext({ baseURL: process.env.INTAKE_URL })).newPage();
  await addPasskeyDevice(theirs);
  const hands = new Keyboard(theirs);
  const isIn = theirs.getByRole('heading', { name: 'Hello, Kiri' });
  await test.step('The invited one types a name and a password, and makes a passkey', async () => {
    await theirs.goto(/https?:\/\/\S+\/console\/invitation#\S+/.exec(text)![0]);
    await hands.fillsIn([
      [theirs.getByLabel('Your name'), 'Kiri'],
      [theirs.getByRole('textbox', { name: 'Password' }), 'elm stool sunday rain'],
    ]);
    await theirs.keyboard.press('Enter');
    await hands.presses(theirs.getByRole('button', { name: 'Make a passkey' }));
    await hands.presses(theirs.getByRole('button', { name: 'I have kept them, go on' }));
    await expect(isIn).toBeVisible();
  });
  await test.step('Signed out by the menu, the passkey opens the console again', async () => {
    await hands.presses(theirs.getByRole('button', { name: 'Account of Kiri' }));
    await expect(theirs.getByRole('menu')).toBeVisible();
    await hands.reaches(theirs.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown');
    await theirs.keyboard.press('Enter');
    const signIn = theirs.getByRole('button', { name: 'Sign in with a passkey' });
    // The browser offers the passkey in the field for the address too, and this authenticator takes it at once.
    await expect(async () => {
      if (!(await isIn.isVisible()) && (await signIn.isVisible())) {
        await signIn.focus({ timeout: 2_000 });
        await theirs.keyboard.press('Enter');
      }
      await expect(isIn).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await theirs.context().close();
  });
  await test.step('The owner opens them from the list, and comes back to the same place', async () => {
    await page.reload();
    const kiri = page.getByRole('button', { name: 'Kiri' });
    await keyboard.presses(kiri.filter({ visible: true }).last());
    await expect(page.getByRole('dialog', { name: 'Kiri' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(kiri.filter({ visible: true }).last()).toBeFocused();
  });
});
