import { expect, test, type Console } from './console.ts';
import { cards, losesTheAnswer, Portal } from './portal.ts';

/** Asks for money back in the dialog of the open order. */
async function refunds(finance: Console, amount: string | undefined, reason: string): Promise<void> {
  const { page } = finance;
  await finance.presses('Refund…');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/The policy gives NZD\s0\.00 of/)).toBeVisible();
  if (amount !== undefined) await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: /^Refund NZD/ }).click();
  await expect(dialog).toHaveCount(0);
}

test('Finance refunds a part, then the rest beyond the policy, and the student sees both in browser and mailbox', async ({
  staff: finance,
  stateOf,
  browser,
  request,
  from,
}) => {
  const { page } = finance;
  const context = await browser.newContext({
    baseURL: process.env.INTAKE_URL!,
    extraHTTPHeaders: from as Record<string, string>,
  });
  const student = new Portal(await context.newPage(), request);
  const person = await test.step('A student pays in full and has a receipt', async () => {
    const arrived = await student.arrivesPreapproved();
    await student.provesAddress(arrived);
    await student.open('enrol');
    await student.choosesCohort();
    await student.goesToPay('full');
    await student.paysWith(cards.success);
    await student.isAt('payment/success');
    await student.sees("Payment confirmed. You're Enrolled!");
    return arrived;
  });
  await test.step('Finance finds the order by the student’s address, and opens it', async () => {
    await page.context().addCookies((await stateOf('finance')).cookies);
    await finance.open('/orders');
    await page.getByRole('searchbox').fill(person.email);
    await expect(page.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
    await page.getByRole('table').getByRole('link').first().click();
    await finance.sees(/^INT-/);
    await expect(page.getByText('The student is enrolled and has the seat.')).toBeVisible();
    await expect(page.getByText(/^Paid: NZD 12,375\.00$/)).toBeVisible();
    // The provider's event may come after the student's own return.
    await expect(async () => {
      await page.reload();
      await expect(
        page.getByText('The card provider told us: the card page is paid (checkout.session.completed)'),
      ).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });
  await test.step('An amount of more than was paid is refused at once; a part goes back', async () => {
    await finance.presses('Refund…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('99999');
    await dialog.getByLabel('Reason').fill('Two weeks ill.');
    await dialog.getByRole('button', { name: /^Refund NZD/ }).click();
    await expect(dialog.getByText(/can go back/).first()).toBeVisible();
    await dialog.getByLabel('Amount').fill('1,000.00');
    await expect(dialog.getByText('Seat and enrolment stay as they are.')).toBeVisible();
    await finance.isAccessible();
    await dialog.getByRole('button', { name: /^Refund NZD\s1,000\.00$/ }).click();
    await expect(page.getByText(/1,000\.00 is on its way back/)).toBeVisible();
    await page.getByRole('tab', { name: 'Money' }).click();
    await expect(page.getByText(/^By .+ \(Finn Finance\): Two weeks ill\.$/)).toBeVisible();
  });
  await test.step('Of a refund whose answer was lost, a press with another amount tells; amount and reason stay', async () => {
    await finance.presses('Refund…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('250');
    await dialog.getByLabel('Reason').fill('Another week ill.');
    await losesTheAnswer(page, '**/refund');
    await dialog.getByRole('button', { name: /^Refund NZD/ }).click();
    await expect(dialog.getByText('The service cannot be reached').first()).toBeVisible();
    await dialog.getByLabel('Amount').fill('300');
    await dialog.getByRole('button', { name: /^Refund NZD/ }).click();
    // Whether the card provider has paid the 250 already is a matter of moments.
    await expect(dialog.getByText(/1,250\.00 went back before|\b250\.00 is on its way back already/)).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expect(dialog.getByLabel('Amount')).toHaveValue('300');
    await expect(dialog.getByLabel('Reason')).toHaveValue('Another week ill.');
    await finance.presses('Leave it as it is');
  });
  await test.step('A move without a new cohort is asked for one', async () => {
    await finance.presses('Move…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('She asked for it.');
    await dialog.getByRole('button', { name: 'Move the order' }).click();
    await expect(dialog.getByLabel('New cohort')).toHaveAccessibleDescription(/Choose a cohort/);
    await finance.presses('Leave it as it is');
  });
  await test.step('The student keeps the seat, and sees the refund on the receipt and in the mailbox', async () => {
    await student.getMail(person.email, /^A part of your payment is on its way back$/, /\b1,000\.00/);
    await expect(async () => {
      await student.page.reload();
      await expect(student.page.getByText(/1,250\.00/).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await student.sees('Refunded');
    expect((await student.readMember()).customFields).toMatchObject({ stage: '3' });
  });
  await test.step('A note is left for colleagues', async () => {
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByLabel('New note').fill('Called: she stops the course.');
    await finance.presses('Add the note');
    await expect(page.getByText('Called: she stops the course.')).toBeVisible();
  });
  await test.step('The rest goes back, which ends the enrolment', async () => {
    await refunds(finance, undefined, 'She stops; her law gives her the money back.');
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/^The order has ended\. NZD\s12,375\.00 went back\.$/)).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText(/\(Finn Finance\) asked for a refund: NZD 11,125\.00/).first()).toBeVisible();
    await finance.isAccessible();
  });
  await test.step('The student sees it, and is mailed', async () => {
    await student.getMail(person.email, /^Your payment has been refunded$/);
    expect((await student.readMember()).customFields).toMatchObject({ stage: '2', 'payment-status': '' });
    await context.close();
  });
  await test.step('Money is exported as a file', async () => {
    await finance.open('/orders');
    await finance.presses('Export money…');
    const downloading = page.waitForEvent('download');
    await finance.presses('Download the file');
    expect((await downloading).suggestedFilename()).toMatch(/^money-.*\.csv$/);
  });
});
