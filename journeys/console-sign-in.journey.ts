import { randomBytes } from 'node:crypto';
import { accounts, addPasskeyDevice, expect, test } from './console.ts';
import { getMail } from './portal.ts';

test('Admissions signs in with password and app, sees its own menu, and is back where it wanted to go', async ({
  staff,
}) => {
  const { page } = staff;
  await test.step('An address of the console leads to the sign-in first', async () => {
    await staff.open('/security');
    await staff.sees('Sign in');
    await expect(page).toHaveURL(/\/console\/sign-in\?next=/);
  });
  await test.step('A wrong password and a wrong code are refused', async () => {
    await staff.begins(accounts.admissions, 'wrong-password-42');
    await expect(page.getByText('There is a problem')).toBeVisible();
    await staff.begins(accounts.admissions);
    await page.getByLabel('Code').fill('000000');
    await staff.presses('Sign in');
    await expect(page.getByText('There is a problem')).toBeVisible();
  });
  await test.step('The right ones open the console', async () => {
    await staff.signsIn(accounts.admissions);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Audit log' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Staff' })).toHaveCount(0);
  });
  await test.step('A page that is not theirs does not exist', async () => {
    await staff.open('/staff');
    await staff.sees('Not found');
  });
  await test.step('Without the phone, a proof leads to the sign-in, where a recovery code is one', async () => {
    const address = '**/console/api/me/authenticator';
    const error = { code: 'recent-login-required', message: 'Please log in again to make this change.' };
    // As ten minutes after the last proof.
    await page.route(address, (route) => route.fulfill({ status: 403, json: { error } }), { times: 1 });
    await staff.open('/security');
    await staff.presses('Replace');
    await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('link', { name: 'Sign in again' }).click();
    await staff.sees('Sign in');
    await expect(page).toHaveURL(/\/console\/sign-in\?next=%2Fsecurity&again=/);
    await staff.open('/');
  });
  await test.step('Signed out, the console is closed again', async () => {
    await staff.signsOut();
    await staff.open('/');
    await staff.sees('Sign in');
  });
});

test('A sign-in whose time or codes are over says so, and begins again with the password', async ({ staff }) => {
  const { page } = staff;
  const address = '**/console/api/sign-in/password';
  // The service does not know the step, as five minutes after the password, and after five wrong codes.
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.step = [...body.data.step].toReversed().join('');
    await route.fulfill({ response: answer, json: body });
  });
  await staff.begins(accounts.admissions);
  await staff.sees('One more step');
  await page.getByLabel('Code').fill('000000');
  await staff.presses('Sign in');
  await expect(page.getByRole('alert')).toContainText('took too long or had too many wrong codes');
  await staff.presses('Begin again');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await page.unroute(address);
  await staff.begins(accounts.admissions);
  await staff.sees('One more step');
});

test('The owner invites somebody, who comes in with a passkey and back by it alone', async ({
  owner,
  browser,
  request,
}) => {
  const { page } = owner;
  const email = `ravi-${randomBytes(6).toString('hex')}@example.org`;
  await test.step('The owner chooses role and scope', async () => {
    await owner.open('/staff');
    await owner.presses('Invite somebody');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Role').selectOption('support');
    await owner.presses('Send the invitation');
    await expect(page.getByRole('link', { name: 'Choose at least one of the sites or partners' })).toBeVisible();
    await page.getByLabel('Riverbend Makers').check();
    await owner.presses('Send the invitation');
    await expect(page.getByRole('button', { name: email })).toBeVisible();
  });

  const { text } = await getMail(page.request, email, /You are invited/);
  const link = /https?:\/\/\S+\/console\/invitation#\S+/.exec(text)![0];
  const context = await browser.newContext({ baseURL: process.env.INTAKE_URL });
  const theirs = await context.newPage();
  await addPasskeyDevice(theirs);
  await test.step('The link asks for a name, a password and a passkey', async () => {
    await theirs.goto(link);
    await theirs.getByLabel('Your name').fill('Ravi');
    await theirs.getByRole('textbox', { name: 'Password' }).fill('short');
    await theirs.getByRole('button', { name: 'Go on' }).click();
    await expect(theirs.getByText('There is a problem')).toBeVisible();
    await theirs.getByRole('textbox', { name: 'Password' }).fill('elm stool sunday rain');
    await theirs.getByRole('button', { name: 'Go on' }).click();
    await theirs.getByRole('button', { name: 'Make a passkey' }).click();
  });
  let recoveryCode = '';
  await test.step('Recovery codes are shown once, to be kept', async () => {
    await expect(theirs.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    const codes = theirs.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    expect(await codes.count()).toBeGreaterThan(5);
    recoveryCode = (await codes.first().innerText()).trim();
    const downloading = theirs.waitForEvent('download');
    await theirs.getByRole('link', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/recovery-codes\.txt$/);
    await theirs.getByRole('button', { name: 'I have kept them, go on' }).click();
    await expect(theirs.getByRole('heading', { name: 'Hello, Ravi' })).toBeVisible();
  });
  await test.step('The link works once', async () => {
    const again = await context.newPage();
    await again.goto(link);
    await expect(again.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
    await again.close();
  });
  await test.step('Signed out, the passkey alone opens the console', async () => {
    await theirs.getByRole('button', { name: 'Account of Ravi' }).click();
    await theirs.getByRole('menuitem', { name: 'Sign out' }).click();
    // The browser offers the passkey in the field for the address too, and this authenticator takes it at once.
    const isIn = theirs.getByRole('heading', { name: 'Hello, Ravi' });
    await expect(async () => {
      if (!(await isIn.isVisible()))
        await theirs.getByRole('button', { name: 'Sign in with a passkey' }).click({ timeout: 5_000 });
      await expect(isIn).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  });
  await test.step('A new password ends their other session, which is gone from the list', async () => {
    const signIn = async (call: string, data: object) => {
      const headers = { origin: new URL(theirs.url()).origin };
      return (await request.post(`/console/api/sign-in/${call}`, { headers, data })).json();
    };
    const { step } = (await signIn('password', { email, password: 'elm stool sunday rain' })).data;
    await signIn('second-factor', { way: 'recovery-code', code: recoveryCode, step });
    await theirs.getByRole('link', { name: 'Your sign-in' }).first().click();
    const endOther = theirs.getByRole('button', { name: /^End the session on/ });
    await expect(endOther.first()).toBeVisible();
    await theirs.getByRole('button', { name: 'Set a new password' }).click();
    await theirs.getByRole('textbox', { name: 'New password' }).fill('oak bench monday wind');
    const reading = Promise.withResolvers<void>();
    await theirs.route('**/console/api/me/sessions', async (route) => {
      await reading.promise;
      await route.continue();
    });
    await theirs.getByRole('button', { name: 'Set the password' }).click();
    await expect(theirs.getByText('Your new password counts from now on')).toBeVisible();
    // The dialog, which covers that, does not wait for the list.
    await expect(theirs.getByRole('dialog')).toHaveCount(0);
    reading.resolve();
    await expect(endOther).toHaveCount(0);
    await theirs.goBack();
    await expect(theirs.getByRole('heading', { name: 'Hello, Ravi' })).toBeVisible();
  });
  await test.step('The owner removes them, and their session ends at the next press', async () => {
    await page
      .getByRole('button', { name: 'Ravi', exact: true })
      .or(page.getByRole('button', { name: email }))
      .click();
    await page.getByRole('button', { name: 'Remove from the staff' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // Home asks by itself whether anything is new, and may be refused before the press.
    const signIn = theirs.getByRole('heading', { name: 'Sign in' });
    const away = theirs.getByRole('link', { name: 'Your sign-in' }).first();
    await expect(signIn.or(away)).toBeVisible();
    if (await away.isVisible()) await away.click({ timeout: 5_000 }).catch(() => undefined);
    await expect(signIn).toBeVisible();
    await expect(theirs.getByText('Your session has ended')).toBeVisible();
  });
  await context.close();
});

test('The end of a session is announced while there is time to stay', async ({ owner }) => {
  const { page } = owner;
  await page.clock.install();
  await owner.open('/');
  await expect(page.getByText('You will be signed out at')).toHaveCount(0);
  await page.clock.fastForward('57:00');
  await expect(page.getByText('You will be signed out at')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeVisible();
});
