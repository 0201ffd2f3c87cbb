import { cards, expect, test } from './portal.ts';

test('a student pays the deposit and sees what is still to pay', async ({ portal, page }) => {
  const person = await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await test.step('its price in all stands wherever the deposit is named', async () => {
    await portal.sees('due today, of NZ$16,500 in all');
    const box = page.getByRole('region', { name: /deposit/i }).getByRole('checkbox');
    await box.check();
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('NZ$16,500.00');
    await box.uncheck();
  });

  await test.step('the deposit can only be paid once its own box is ticked', async () => {
    const pay = page.getByRole('button', { name: 'Pay NZ$500 deposit' }).filter({ visible: true }).first();
    await expect(pay).toBeDisabled();
    await portal.goesToPay('deposit');
    await expect(page.getByText('NZ$500.00').first()).toBeVisible();
  });

  await test.step('a declined card is told so and can be tried again', async () => {
    await portal.paysWith(cards.declined);
    await portal.sees('Your card was declined.');
    await portal.paysWith(cards.success);
  });

  await test.step('the receipt shows the deposit and the balance', async () => {
    await portal.sees("Payment confirmed. You're Enrolled!");
    await portal.sees('NZ$500.00');
    await portal.sees('Still to pay');
    await portal.sees('NZ$16,000.00');
    await portal.sees('of NZ$16,500.00 in all');
    expect(JSON.parse((await portal.readMember()).customFields['payment-info']!)).toMatchObject({
      paymentType: 'deposit',
      amount: 500,
    });
  });

  await test.step('the mail says the same', async () => {
    expect((await portal.getMail(person.email, /enrolment is confirmed/)).text).toMatch(
      /Course price: NZ\$16,500\.00[\s\S]*Balance: NZ\$16,000\.00/,
    );
  });
});
