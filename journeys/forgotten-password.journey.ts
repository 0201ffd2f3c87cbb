import { buildPerson, expect, test } from './portal.ts';

test('a student forgets the password, gets a code, sets a new one and logs in with it', async ({ portal, page }) => {
  const person = await portal.registers();
  await page.locator('header').getByRole('button', { name: 'Log Out' }).click();
  await portal.isAt('login');

  await test.step('asks for a code', async () => {
    await portal.follows('Forgot password?');
    await portal.isAt('forgotpassword');
    await portal.presses('Get Code');
    await portal.sees('Please provide an email address.');
    await portal.types('Email', person.email);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
    await portal.presses('Get Code');
    await portal.sees('Code Sent');
    await page.reload();
    await portal.sees('Code Sent');
  });

  const code = /\b\d{6}\b/.exec((await portal.getMail(person.email, /code|password/i)).text)![0];
  const newPassword = buildPerson().password;

  await test.step('a wrong code is refused and the form stays', async () => {
    await portal.types(/code/i, code === '000000' ? '111111' : '000000');
    await portal.types(/^New password/, newPassword);
    await portal.types('Confirm new password', newPassword);
    await portal.presses('Change Password');
    await portal.sees(/code is not correct or has expired\. Check the six digits, or ask for a new code\./);
  });

  await test.step('the right one changes the password', async () => {
    await portal.types(/code/i, `${code}99`);
    await expect(page.getByRole('textbox', { name: /code/i })).toHaveValue(code);
    await portal.presses('Change Password');
    await portal.sees('Your password has successfully been changed!');
    await portal.isAccessible();
    await portal.follows('Go to login');
  });

  await test.step('the old password is dead, the new one works', async () => {
    await portal.logsIn(person);
    await expect(page.getByRole('alert')).toContainText('The email address or password is not correct.');
    await portal.logsIn({ ...person, password: newPassword });
    await portal.isAt('eligibility');
    await portal.sees("You've been logged in");
  });
});

test('a second code requested too soon is announced with its time', async ({ portal }) => {
  // With and without an account it is the same.
  const { email } = buildPerson();
  await portal.open('forgotpassword');
  await portal.types('Email', email);
  await portal.presses('Get Code');
  await portal.sees('Code Sent');
  // On a slow machine the first press may come after the pause, so that the code is sent at once.
  for (let pressed = 0; pressed < 2; pressed++) await portal.presses('Send new code');
  await portal.sees(/It leaves in \d+ seconds\. Until it arrives, the last one still works\./);
});
