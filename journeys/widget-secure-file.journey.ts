import { expect, test } from './demo-site.ts';

/** Links to files for members, whose addresses work for a minute. */

test('a link to a file for members opens it in another tab long after the page was drawn', async ({ site }) => {
  const { page } = site;
  const address = (ticket: number) => `${process.env.INTAKE_URL}/secure-content/file?ticket=${ticket}`;
  await site.signsUp();
  const pressed = Promise.withResolvers<void>();
  let tickets = 0;
  await page.route('**/secure-content', async (route) => {
    const ticket = ++tickets;
    if (ticket > 1) await pressed.promise;
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { data: { type: 'FILE', content: address(ticket) } },
    });
  });
  await page.context().route('**/secure-content/file?*', (route) => route.fulfill({ body: 'The file.' }));
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('afterbegin', '<a data-ms-secure-link="sheet" target="_blank">Sheet</a>'),
  );
  const link = page.getByText('Sheet', { exact: true });
  await expect(link).toHaveAttribute('href', address(1));
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 61_000;
  });
  // The part that hears of presses is fetched once the link is drawn.
  const comesNear = async () => {
    await page.mouse.move(600, 600);
    await link.hover();
    return tickets;
  };
  await expect.poll(comesNear).toBe(2);
  const opened = page.waitForEvent('popup');
  await link.click();
  pressed.resolve();
  const file = await opened;
  await expect(file).toHaveURL(address(2));
  await expect(file.getByText('The file.')).toBeVisible();
  await expect(page).toHaveURL(/\/upgrade/);
  expect(tickets).toBe(2);
});
