import { cards, expect, test } from './portal.ts';

test('the tab closes right after paying: the event alone enrols, and the next visit shows the receipt', async ({
  portal,
  page,
  context,
}) => {
  const person = await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('full');

  await test.step('the success page is never reached', async () => {
    await page.route('**/payment/success**', (route) => route.abort());
    const sentBack = page.waitForRequest('**/payment/success**');
    await portal.paysWith(cards.success);
    await sentBack;
    await page.close();
  });

  await test.step('the mail comes all the same', async () => {
    await portal.getMail(person.email, /enrolment is confirmed/);
  });

  await test.step('the next visit shows the receipt', async () => {
    const later = await context.newPage();
    await later.goto('/uts/enrol');
    await expect(later).toHaveURL(/\/uts\/payment\/success$/);
    await expect(later.getByText('Receipt', { exact: true })).toBeVisible();
    await expect(later.getByText('NZ$12,375.00').first()).toBeVisible();
  });
});
