import { expect, test } from './portal.ts';

test('a visitor with the lowest level is sent to an advisor, retakes, is pre-approved and rechecks', async ({
  portal,
  page,
}) => {
  await portal.registers();

  await test.step('mistakes are named one by one and nothing typed is lost', async () => {
    await page.getByRole('textbox', { name: 'Full name' }).fill('');
    await portal.presses('Continue');
    await portal.sees('Please fix the highlighted errors before continuing.');
    await portal.sees('Full name is required');
    await portal.sees('Phone number is required');
    await portal.types('Full name', 'Ana Maria Silva');
  });

  await test.step('the advisor outcome', async () => {
    await portal.answersEligibility('Certificate or lower');
    await portal.sees('Thank you for your interest');
    await expect(
      page.locator('main').getByRole('link', { name: 'Contact an industry career consultant' }),
    ).toBeVisible();
    expect((await portal.readMember()).customFields).toMatchObject({
      'first-name': 'Ana',
      'last-name': 'Maria Silva',
      stage: '1',
      'eligibility-status': 'advisor',
    });
  });

  await test.step('enrol stays closed', async () => {
    await portal.open('enrol');
    await portal.isAt('eligibility');
    await portal.sees('You need to complete the eligibility check first');
  });

  await test.step('a retake begins at step 1 with an empty level', async () => {
    await portal.presses('Retake Assessment');
    await portal.sees('Assessment Reset');
    await portal.sees('Step 1 of 2');
    await portal.presses('Continue');
    await portal.presses('Check Eligibility');
    await portal.sees('Please select your education level');
    await page.getByRole('radio', { name: /^Diploma Level 5/ }).check();
    await portal.presses('Check Eligibility');
    await portal.sees("Congratulations! You're Pre-approved");
  });

  await test.step('a recheck takes the outcome back', async () => {
    await portal.presses('Recheck Eligibility');
    await portal.sees('Eligibility Reset');
    expect((await portal.readMember()).customFields).toMatchObject({ stage: '1', 'eligibility-status': '' });
  });
});
