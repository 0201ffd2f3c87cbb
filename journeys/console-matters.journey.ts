import type { Order } from '../contract/payments.ts';
import { expect, test } from './console.ts';
import { anotherPerson, cards, getMail } from './portal.ts';

test('A payment of the wrong amount is worked off, to the seat in the student’s own browser and the mail in their mailbox', async ({
  owner,
  context,
  request,
}) => {
  test.setTimeout(300_000);
  const { page } = owner;
  const student = await anotherPerson(context, request);
  const person = await student.arrivesPreapproved();
  // Last places are for proved addresses, and the journeys before this one may have left no others.
  await student.provesAddress(person);
  await test.step('The student pays, and the card page takes less than was asked for', async () => {
    await student.open('enrol');
    await student.choosesCohort();
    await student.goesToPay('full');
    const session = new URL(student.page.url()).pathname.split('/').at(-1)!;
    const repriced = await request.post(`/dev/card/sessions/${session}/amount`, { data: { amount: 1_200_000 } });
    expect(repriced.ok()).toBe(true);
    await student.page.reload();
    await student.paysWith(cards.success);
    await student.isAt('payment/success');
    await student.sees('We are checking your payment');
  });
  const headers = { 'x-api-key': 'pk_sb_enrolment' };
  const answer = await student.page.context().request.get('/enrolment/order', { headers });
  const { reference } = ((await answer.json()) as { data: Order }).data;
  const inList = page.getByRole('link', { name: reference });
  await test.step('Staff find it in the queue, with what happened in plain words', async () => {
    await owner.open('/matters?kind=payment');
    await inList.first().click();
    await owner.sees('Another amount was paid');
    await expect(page.getByText('Ana Silva paid NZD 12,000.00. The order asked for NZD 12,375.00.')).toBeVisible();
    await expect(page.getByText(/is not enrolled\. A seat in .+ is held until/)).toBeVisible();
    await owner.isAccessible();
  });
  await test.step('The consequences come first, and a reason is asked for', async () => {
    await owner.presses('Accept what was paid');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('NZD 375.00 of the course’s price stay to be paid.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Accept what was paid' }).click();
    await expect(dialog.getByText('Enter a reason').first()).toBeVisible();
    await dialog.getByLabel('Reason').fill('Her bank took a fee.');
    await dialog.getByRole('button', { name: 'Accept what was paid' }).click();
    await expect(page.getByText(/By .+ “Her bank took a fee\.”/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay all back' })).toHaveCount(0);
    await owner.isAccessible();
  });
  await test.step('The student has the seat, and what is missing stands on the page and in the mail', async () => {
    await student.open('payment/success');
    await student.sees(/You're enrolled/);
    await student.sees('Still to pay');
    await student.sees(/375/);
    const { text } = await getMail(request, person.email, /enrolment is confirmed/);
    expect(text).toMatch(/You have paid \S*12,000/);
    expect(text).toMatch(/375.*of the course price remain/);
  });
  await test.step('It has left the queue, and stands in the audit log with the reason', async () => {
    await owner.open('/matters?kind=payment');
    await expect(page.getByText(/No matters|[0-9]+ matters?/).first()).toBeVisible();
    await expect(inList).toHaveCount(0);
    await owner.open('/audit?action=matter.decided');
    await expect(page.getByText('Her bank took a fee.').first()).toBeVisible();
  });
  await test.step('The day beside the card provider says the same on both sides', async () => {
    await owner.open('/reconciliation');
    await expect(page.getByRole('table', { name: 'Sums of payments' })).toBeVisible();
    await owner.isAccessible();
  });
  await student.page.context().close();
});

test('The way back from a reconciliation leads past the days that were tried', async ({ owner }) => {
  const { page } = owner;
  await owner.open('/orders');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reconciliation' }).click();
  for (const day of ['2025-03-01', '2025-03-02']) {
    await page.getByLabel('First day').fill(day);
    await expect(page).toHaveURL(new RegExp(`day=${day}`));
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/console\/orders\b/);
});
