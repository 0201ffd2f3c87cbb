import { expect, test } from './portal.ts';

test('a card page that lost to another tab says so before anything is typed', async ({ portal, page, context }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('full');
  await expect(page.getByLabel(/card number/i)).toBeVisible();

  await test.step('the same person goes to pay in another way, in another tab', async () => {
    const other = await context.newPage();
    await other.goto('/uts/enrol');
    await other
      .getByRole('region', { name: /deposit/i })
      .getByRole('checkbox')
      .check();
    await other.getByRole('button', { name: 'Pay NZ$500 deposit' }).filter({ visible: true }).first().click();
    await expect(other.getByLabel(/card number/i)).toBeVisible();
    await page.bringToFront();
  });

  await test.step('the first page is over by itself, and says why', async () => {
    await portal.sees('This checkout has expired');
    await portal.sees(/ended before its time, as happens when you go on in another tab/);
    await expect(page.getByLabel(/card number/i)).toHaveCount(0);
  });

  await test.step('its way back claims nothing that was not done', async () => {
    await portal.follows(/^Back to/);
    await portal.isAt('payment/cancel');
    await portal.sees('Not paid yet — nothing was charged');
    await expect(page.getByText(/You turned back/)).toHaveCount(0);
  });
});

test('back from a checkout whose time is up, the page says so', async ({ portal, page, request }) => {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
  await portal.goesToPay('full');
  await request.post(`/dev/card/sessions/${page.url().split('/').at(-1)}/expire`);
  await portal.sees('This checkout has expired');
  await portal.follows(/^Back to/);
  await portal.isAt('payment/cancel');
  await portal.sees('The time to pay has run out');
  for (const way of ['Retry Payment', 'Start Over'])
    await expect(page.getByRole('button', { name: way })).toBeVisible();
  await portal.isAccessible();
});
