import { readFileSync } from 'node:fs';
import { cards, expect, test } from './portal.ts';

test('a visitor registers, is pre-approved, pays in full and holds a receipt', async ({ portal, page }) => {
  const person = await test.step('registers', async () => {
    await portal.open('register');
    const registered = await portal.registers();
    await portal.sees('Your account has been created');
    return registered;
  });

  await test.step('is pre-approved', async () => {
    await portal.sees('Step 1 of 2');
    // The way through the portal is another one, and tells its own figure elsewhere.
    await expect(page.getByRole('progressbar')).toHaveCount(1);
    await expect(page.getByText(/^\d+%$/)).toHaveCount(1);
    await portal.answersEligibility("Bachelor's");
    await portal.sees("Congratulations! You're Pre-approved");
  });

  await test.step('chooses course and cohort', async () => {
    await page.locator('main').getByRole('link', { name: 'Enrol Now' }).click();
    await portal.sees('Step 2 of 3');
    await portal.presses(/Change/);
    await portal.sees('Step 1 of 3');
    await portal.choosesCourse('Data Science & AI');
    await portal.choosesCohort();
  });

  await test.step('comes back to the same step after a reload', async () => {
    // It is saved in the background, which a reload would cut off.
    await expect.poll(async () => (await portal.readMember()).customFields['selected-cohort']).toBeTruthy();
    await page.reload();
    await portal.sees('Step 3 of 3');
  });

  await test.step('pays on the card page, which shows the amount', async () => {
    await portal.goesToPay('full');
    await expect(page.getByText('NZ$12,375.00').first()).toBeVisible();
    const pending = await page.evaluate(() => localStorage.getItem('pendingStripePayment'));
    expect(JSON.parse(pending!)).toMatchObject({
      course: 'data',
      paymentType: 'full',
      amount: 13200,
      status: 'pending',
      userEmail: person.email,
    });
    await portal.paysWith(cards.success);
  });

  await test.step('sees the receipt', async () => {
    await portal.isAt('payment/success');
    await portal.sees("Payment confirmed. You're Enrolled!");
    await portal.sees('NZ$12,375.00');
    await portal.isAccessible();
    const member = await portal.readMember();
    expect(member.customFields).toMatchObject({ stage: '3', 'payment-status': 'completed' });
    const sessionId = new URL(page.url()).searchParams.get('session_id');
    expect(JSON.parse(member.customFields['payment-info']!)).toMatchObject({ amount: 12375, sessionId });
    await expect.poll(async () => page.evaluate(() => localStorage.getItem('pendingStripePayment'))).toBeNull();
  });

  await test.step('prints the receipt alone, and the page is as it was', async () => {
    await page.evaluate(() => {
      window.print = () => {
        const sheets = [...document.body.children].filter((child) => child.textContent.includes('Amount paid'));
        document.body.dataset['sheets'] = String(sheets.length);
        window.dispatchEvent(new Event('afterprint'));
      };
    });
    const before = await page.locator('body > *').count();
    await portal.presses('Print receipt');
    // The page's own receipt and, while printing, its copy.
    expect(await page.evaluate(() => document.body.dataset['sheets'])).toBe('2');
    expect(await page.locator('body > *').count()).toBe(before);
  });

  await test.step('puts the first day into a calendar, in the place of what the mail put there', async () => {
    const downloading = page.waitForEvent('download');
    await portal.presses('Add first day to calendar');
    const file = readFileSync(await (await downloading).path(), 'utf8');
    expect(file).toMatch(/^UID:INT-[\w-]+@intake\r$/m);
    expect(file).toMatch(/^SEQUENCE:[1-9]\d*\r$/m);
    expect(file).toMatch(/^ORGANIZER;CN="UTS Enrolment"/m);
  });

  await test.step('has a confirmation by mail', async () => {
    const mail = await portal.getMail(person.email, /enrolment is confirmed/);
    expect(mail.text).toContain('NZ$12,375.00');
  });

  await test.step('still finds the receipt later, from the eligibility page', async () => {
    await portal.open('eligibility');
    await portal.isAt('payment/success');
    await portal.sees('Already Enrolled');
    await portal.sees('Receipt');
  });

  await test.step('is told at the cancel page that nothing was cancelled', async () => {
    await portal.open('payment/cancel');
    await portal.sees('Nothing was cancelled');
    await expect(page.getByRole('button', { name: 'Retry Payment' })).toHaveCount(0);
  });

  await test.step('logs in again and lands at the receipt, not at a refusal to enrol', async () => {
    await page.locator('header').getByRole('button', { name: 'Log Out' }).click();
    await portal.logsIn(person);
    await portal.isAt('payment/success');
    await portal.sees('Amount paid');
    await expect(page.getByText('Already Enrolled')).toHaveCount(0);
  });

  await test.step('finds a place in a course there two days later, not the news of a payment', async () => {
    await page.clock.setSystemTime(Date.now() + 2 * 86_400_000);
    await page.reload();
    await portal.sees("You're enrolled in Data Science & AI");
    await portal.sees(/We sent a confirmation to/);
    await expect(page.getByText('is on its way to')).toHaveCount(0);
  });
});
