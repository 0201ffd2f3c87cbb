import { expect, holdsBack, test, type Portal } from './portal.ts';

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const dialogOf = ({ page }: Portal) => page.getByRole('dialog', { name: 'Schedule Consultation' });
const advisors = 'help@uts.example.org';
const referencePattern = /INT-[A-Z0-9]{4}-[A-Z0-9]{4}/;

async function referenceIn({ page }: Portal): Promise<string> {
  const main = page.locator('main');
  await expect(main).toContainText(referencePattern);
  return referencePattern.exec(await main.innerText())![0];
}

test('a student requests a consultation: the advisors get it, under the reference on screen', async ({
  portal,
  page,
}) => {
  await portal.arrivesPreapproved();
  await portal.open('resources/career-consultation');
  for (const part of ['Live chat', 'By phone', 'Resources', 'Common questions'])
    await expect(page.locator('main').getByRole('heading', { name: part, exact: true })).toBeVisible();

  await portal.presses('Schedule Consultation');
  const dialog = dialogOf(portal);
  await expect(dialog.getByLabel('Topic').getByRole('option')).toHaveText([
    /^General/,
    /course/i,
    /^Schedule/,
    /^Payment/,
    /^Technical/,
  ]);
  for (const slot of ['Morning 9-12', 'Afternoon 1-4', 'Evening 5-7'])
    await expect(dialog.getByRole('radio', { name: slot })).toBeVisible();

  await test.step('a day has to be chosen, and not one that is past', async () => {
    await dialog.getByRole('button', { name: 'Submit Request' }).click();
    await expect(dialog.getByRole('link', { name: 'Please choose a date' })).toBeVisible();
    await dialog.getByLabel('Date').fill(dayFromNow(-2));
    await dialog.getByRole('button', { name: 'Submit Request' }).click();
    await expect(dialog.getByRole('link', { name: /not in the past/ })).toBeVisible();
  });

  await test.step('closed and opened again, the wish is still there', async () => {
    await dialog.getByLabel('Topic').selectOption({ label: 'Payment and fees' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Schedule Consultation' })).toBeFocused();
    await portal.presses('Schedule Consultation');
    await expect(dialog.getByLabel('Topic')).toHaveValue('payment');
  });

  await dialog.getByLabel('Date').fill(dayFromNow(9));
  await dialog.getByRole('radio', { name: 'Evening 5-7' }).check();
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await portal.sees('Consultation Request Submitted');
  await portal.sees('A member of our team will contact you within 24 hours.');
  await expect(dialog).toHaveCount(0);
  const reference = await referenceIn(portal);
  await portal.getMail(advisors, new RegExp(reference));
});

test('a message to support is sent, and not lost while it cannot be', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('resources/career-consultation');
  const message = page.getByRole('textbox', { name: 'Your message' });
  await portal.presses('Send Support Request');
  await expect(page.getByRole('link', { name: 'Please write your message first' })).toBeVisible();

  await page.route('**/enrolment/support-requests', (route) => route.abort());
  await message.fill('Do evenings count?');
  await portal.presses('Send Support Request');
  await portal.sees(/could not be sent/);
  await page.unroute('**/enrolment/support-requests');
  await page.reload();
  await expect(message).toHaveValue('Do evenings count?');

  await portal.presses('Send Support Request');
  await portal.sees('Your message is on its way');
  await expect(message).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Send Support Request' })).toBeFocused();
  const reference = await referenceIn(portal);
  const mail = await portal.getMail(advisors, new RegExp(reference));
  expect(mail.text).toContain('Do evenings count?');
});

test('three stories are shown, and marked as illustrative', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('resources/case-studies');
  await expect(page.getByRole('article')).toHaveCount(3);
  await portal.sees(/The people in these stories are illustrative/);
  await expect(page).toHaveTitle(/Enrolment Portal \| UTS$/);
});

test('a message to support that is begun while the last one is sent stays, also over a reload', async ({
  portal,
  page,
}) => {
  await portal.arrivesPreapproved();
  await portal.open('resources/career-consultation');
  const message = page.getByRole('textbox', { name: 'Your message' });
  await message.fill('Do evenings count?');
  const letPass = await holdsBack(page, '**/enrolment/support-requests');
  await portal.presses('Send Support Request');
  await message.fill('And weekends?\nI work on weekdays.');
  letPass();
  await portal.sees('Your message is on its way');
  await expect(message).toHaveValue('And weekends?\nI work on weekdays.');
  await expect(message).toBeFocused();
  await page.reload();
  await expect(message).toHaveValue('And weekends?\nI work on weekdays.');
  await portal.presses('Send Support Request');
  await portal.sees('Your message is on its way');
  await expect(message).toHaveValue('');
});
