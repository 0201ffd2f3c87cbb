import { expect, test, type DemoSite } from './demo-site.ts';

/** The way back from the card provider's page: what was paid for opens by itself, as soon as that is known. */

const service = process.env.INTAKE_URL!;
const paid = 'You are a maker now.';
const confirming = 'Your payment is being confirmed.';

/** Hides paid plans from the page until released. @returns releases them */
async function holdsPlansBack({ page, request }: DemoSite): Promise<() => void> {
  let isHeld = true;
  await page.route(`${service}/member`, async (route) => {
    const { authorization } = route.request().headers();
    const headers = { 'x-api-key': 'pk_sb_demo', authorization: authorization ?? '' };
    const { data } = (await (await request.get(`${service}/member`, { headers })).json()) as { data: object };
    await route.fulfill({
      json: { data: isHeld ? { ...data, planConnections: [] } : data },
      headers: { 'access-control-allow-origin': process.env.INTAKE_DEMO_URL! },
    });
  });
  return () => {
    isHeld = false;
  };
}

/**
 * @param path the page with the button
 * @param redirect where its author sends whoever has paid, instead of the page it names
 */
async function paysFor(site: DemoSite, path: string, name: string, redirect?: string): Promise<void> {
  await site.opens(path);
  const button = site.page.getByRole('main').getByText(name, { exact: true });
  if (redirect) await button.evaluate((element, to) => element.setAttribute('data-ms-redirect', to), redirect);
  await button.click();
  await site.presses('Continue to Test Checkout');
  await site.pays();
}

test('a page that somebody comes back to from paying waits for the plan, says so, and opens', async ({ site }) => {
  await site.signsUp();
  const letGo = await holdsPlansBack(site);
  await paysFor(site, '/join', 'Be a maker');
  await site.isAt('/thanks');
  await site.sees(confirming);
  await site.misses(paid);
  // On another page of the site it goes on.
  await site.opens('/');
  await site.sees(confirming);
  letGo();
  await site.sees('Your payment is confirmed.');
  await site.sees('You are a maker.');
  expect(await site.keeps('ms_paying', 'sessionStorage')).toBeNull();
});

test('a page gated as a whole that somebody comes back to sends them away no more, and opens', async ({ site }) => {
  await site.signsUp();
  const letGo = await holdsPlansBack(site);
  await paysFor(site, '/join', 'Be a maker', '/workshop-plans');
  await site.sees(confirming);
  await site.isAt('/workshop-plans');
  await site.misses('Measured drawings');
  letGo();
  await site.sees('Your payment is confirmed.');
  await site.sees('Measured drawings');
  await site.isAt('/workshop-plans');
});

test('what is not confirmed in time is said, with what to do, and opens when it comes', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  const letGo = await holdsPlansBack(site);
  await paysFor(site, '/join', 'Be a maker');
  await site.isAt('/thanks');
  await site.sees(confirming);
  await page.evaluate((key) => {
    const payment = JSON.parse(sessionStorage.getItem(key)!) as object;
    sessionStorage.setItem(key, JSON.stringify({ ...payment, returnedAt: Date.now() - 31_000 }));
  }, 'ms_paying');
  await page.reload();
  await site.sees(/not confirmed yet.*do not pay a second time/);
  letGo();
  await site.sees('Your payment is confirmed.');
  await site.sees(paid);
});

test('whoever turns back from paying is not told of a payment', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  await site.opens('/join');
  await page.getByRole('main').getByText('Be a maker', { exact: true }).click();
  await site.presses('Continue to Test Checkout');
  await expect(page).toHaveURL(/\/dev\/card\/pay\//);
  await page.goBack();
  await site.isAt('/join');
  await expect.poll(() => site.keeps('ms_paying', 'sessionStorage')).toBeNull();
  await site.opens('/thanks');
  await site.sees('You are logged in as');
  await site.misses(confirming);
});
