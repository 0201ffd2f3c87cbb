import { Secret, TOTP } from 'otpauth';
import { anotherPerson, asksForProofOnce, expect, test, type Portal } from './portal.ts';

const rowsOf = ({ page }: Portal) =>
  page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem');

test('a member ends a session they left open elsewhere, and changes their password', async ({
  portal,
  page,
  context,
}) => {
  const person = await portal.arrivesPreapproved();
  const elsewhere = await anotherPerson(context, portal.request);
  await elsewhere.logsIn(person);
  await elsewhere.isAt('eligibility');
  await elsewhere.open('profile');
  const typed = elsewhere.page.getByRole('textbox', { name: 'Phone' });
  await typed.fill('+64 21 555 0177');

  await test.step('sees both, and which one is this browser', async () => {
    await portal.open('profile?tab=security');
    await expect(rowsOf(portal)).toHaveCount(2);
    await expect(rowsOf(portal).first()).toContainText('This browser');
    await expect(rowsOf(portal).last()).toContainText(/Chrome on Linux.*Last used.*Logged in by password/);
    await portal.isAccessible();
  });

  await test.step('is asked who they are, and shows it by a mailed code', async () => {
    await asksForProofOnce(page, '**/member/sessions/*');
    await page.getByRole('button', { name: /^End session: Chrome on Linux/ }).click();
    await expect(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
    await portal.isAccessible();
    await portal.presses('Email me a code instead');
    const { text } = await portal.getMail(person.email, /confirm that it is you$/);
    await portal.types('Code', /\b\d{6}\b/.exec(text)![0]);
    await portal.presses('Confirm');
    await portal.sees(/^The session of Chrome on Linux has ended\.$/);
    await expect(rowsOf(portal)).toHaveCount(1);
  });

  await test.step('the page that stood open there leads to the login by itself, and what was typed stays', async () => {
    await elsewhere.isAt('login');
    await elsewhere.sees('Please log in to access this page');
    await elsewhere.logsIn(person);
    await elsewhere.isAt('eligibility');
    await elsewhere.open('profile');
    await expect(typed).toHaveValue('+64 21 555 0177');
  });

  await test.step('changes the password, with the current one', async () => {
    const changed = { ...person, password: 'quiet-harbour-mill-7' };
    await portal.types('Current password', 'wrong-password-9');
    await portal.types(/^New password/, changed.password);
    await portal.types('Repeat new password', changed.password);
    await portal.presses('Change Password');
    await expect(page.getByRole('link', { name: 'The current password is not correct.' })).toBeVisible();
    await portal.types('Current password', person.password);
    await portal.presses('Change Password');
    await portal.sees('Password changed');
    await expect(page.getByRole('textbox', { name: 'Current password' })).toHaveValue('');
    await elsewhere.open('profile');
    await elsewhere.isAt('login');
    await elsewhere.logsIn(changed);
    await elsewhere.isAt('eligibility');
  });
});

test('a member whose log-in has aged shows who they are at the last step of an authenticator app', async ({
  portal,
  page,
}) => {
  const { password } = await portal.registers();
  await portal.open('profile?tab=security');
  await portal.presses('Set up authenticator app');
  await portal.presses('I can not scan it');
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await asksForProofOnce(page, '**/second-factor/authenticator/confirm');
  await portal.types('Code', TOTP.generate({ secret: Secret.fromBase32(secret) }));
  await portal.presses('Confirm');
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await proof.getByRole('textbox', { name: 'Password' }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
});
