import { expect, test } from './portal.ts';

test('a student who has read another price is told, and pays by a new tick for the price of now', async ({
  portal,
  page,
}) => {
  await portal.arrivesPreapproved();
  // A page from before a release that has changed the price.
  const catalogue = '**/enrolment/catalogue**';
  await page.route(catalogue, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { prices: object } };
    await route.fulfill({ response, json: { data: { ...data, prices: { ...data.prices, fullCents: 1_200_000 } } } });
  });
  await portal.open('enrol');
  await portal.choosesCohort();
  const panel = page.getByRole('region', { name: 'Pay in full' });
  await panel.getByRole('checkbox').check();
  await page.unroute(catalogue);
  await panel.getByRole('button', { name: 'Pay NZ$12,000 in full' }).click();
  await portal.sees('The price has changed');
  await portal.sees('Nothing was charged.');
  await expect(panel.getByRole('button', { name: 'Pay NZ$12,375 in full' })).toBeVisible();
  await expect(panel.getByRole('checkbox')).not.toBeChecked();
  await portal.goesToPay('full');
});
