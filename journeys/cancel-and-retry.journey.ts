import { cards, expect, holdsBack, test } from './portal.ts';

test('a student turns back at the card page, retries, turns back again and starts over', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('full');
  const firstCheckout = page.url();

  await test.step('turning back charges nothing and keeps the seat for a while', async () => {
    await page
      .getByRole('link', { name: /back|cancel/i })
      .first()
      .click();
    await portal.isAt('payment/cancel');
    await portal.sees(/nothing was charged/i);
    await portal.sees(/Seat held until/);
    await expect(page.getByRole('link', { name: 'Back to the payment page you left' })).toHaveAttribute(
      'href',
      firstCheckout,
    );
  });

  await test.step('retrying leads to the payment step and the same checkout', async () => {
    await portal.presses('Retry Payment');
    await portal.isAt('enrol');
    await portal.sees('Step 3 of 3');
    await expect.poll(async () => page.evaluate(() => history.state?.usr)).toMatchObject({ retryPayment: true });
    await portal.sees(/To go on, tick the box of a way to pay/);
    await expect(page.getByRole('region', { name: /full/i })).toBeInViewport({ ratio: 0.5 });
    await portal.goesToPay('full');
    expect(page.url()).toBe(firstCheckout);
  });

  await test.step('starting over ends that checkout for good', async () => {
    await portal.open('payment/cancel');
    await portal.presses('Start Over');
    await portal.isAt('enrol');
    await portal.sees('Nothing was charged, and no seat is held for you now.');
    await expect.poll(async () => page.evaluate(() => localStorage.getItem('pendingStripePayment'))).toBeNull();
    await page.goto(firstCheckout);
    await portal.sees(/expired/i);
    await portal.follows(/^Back to/);
    await portal.isAt('payment/cancel');
    await portal.sees('This attempt was ended before anything was paid. Your choices are saved.');
  });

  await test.step('and a new one can be paid', async () => {
    await portal.open('enrol');
    await portal.sees('Step 3 of 3');
    await portal.goesToPay('deposit');
    expect(page.url()).not.toBe(firstCheckout);
    await portal.paysWith(cards.success);
    await portal.sees("Payment confirmed. You're Enrolled!");
  });
});

test('a card page that does not come leaves a way to it and one back', async ({ portal, page }) => {
  await page.clock.install();
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  const cardPage = '**/dev/card/pay/*';
  // On 204 No Content the browser stays on the page, as it does where its way is stopped.
  await page.route(cardPage, (route) => route.fulfill({ status: 204 }));
  const letPass = await holdsBack(page, '**/enrolment/checkout');
  const panel = page.getByRole('region', { name: /deposit/i });
  await panel.getByRole('checkbox').check();
  await panel.getByRole('button', { name: /^Pay/ }).click();
  const isAsked = page.waitForRequest(cardPage);
  letPass();
  const url = (await isAsked).url();
  await portal.sees('Opening the secure payment page');
  await page.clock.fastForward('00:10');
  await expect(page.getByRole('link', { name: 'Open it again' })).toHaveAttribute('href', url);
  await portal.presses('Go back');
  await expect(page.getByText('Opening the secure payment page')).toHaveCount(0);
  await portal.sees(/^Seat held until/);
  await page.unroute(cardPage);
  await portal.goesToPay('deposit');
});
