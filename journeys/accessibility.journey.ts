import { partnerCodes } from '../shared/partners.ts';
import { portalPages, screenNames } from '../shared/portal-pages.ts';
import { visitOf } from './accessibility-visits.ts';
import { findFaults } from './accessibility.ts';
import { expect, test } from './portal.ts';

// Animations are off, so that checks see final states.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [at, name] of screenNames.entries()) {
  test(`/${portalPages[name].path} is accessible in every theme and at every width`, async ({ portal, page }) => {
    portal.partner = partnerCodes[at % partnerCodes.length]!;
    let looks = 0;
    await visitOf(name)(portal, async (state, options) => {
      looks += 1;
      await portal.isAt(portalPages[name].path);
      await expect(page.locator('main h1')).toBeVisible();
      await expect.soft(page.locator('main ~ footer'), `the footer of ${state}`).toBeVisible();
      expect.soft(await findFaults(page, options), state).toEqual([]);
    });
    expect(looks, 'it was looked at').toBeGreaterThan(0);
  });
}

test('error messages are accessible too', async ({ portal, page }) => {
  const heading = page.locator('main h1');
  await test.step('no such page of a partner', async () => {
    await portal.open('no-such-page');
    await expect(heading).toHaveText('Page not found');
    expect.soft(await findFaults(page)).toEqual([]);
  });
  await test.step('no such partner', async () => {
    await page.goto('/xyz/login');
    await expect(heading).toHaveText('Oops! Page not found');
    expect.soft(await findFaults(page, { themes: [''] })).toEqual([]);
  });
  await test.step('the service does not answer', async () => {
    await portal.arrivesPreapproved();
    await page.route('**/member', (route) => route.fulfill({ status: 503, body: '{}' }));
    await portal.open('profile');
    await expect(heading).toHaveText('This page did not load');
    expect.soft(await findFaults(page)).toEqual([]);
    await page.unroute('**/member');
  });
  await test.step('the connection is gone', async () => {
    await portal.open('legal/terms');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.context().setOffline(true);
    await portal.sees('You are offline');
    expect.soft(await findFaults(page)).toEqual([]);
    await page.context().setOffline(false);
  });
});

test('a violation of each kind is found, the negative control', async ({ portal, page }) => {
  await portal.open('login');
  await expect(page.locator('main h1')).toBeVisible();
  const spoil = (how: string) =>
    page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = css ? [sheet] : [];
    }, how);
  const faultsOf = async (css: string) => {
    await spoil(css);
    return findFaults(page, { at: [360] });
  };
  expect(await faultsOf('')).toEqual([]);
  expect(await faultsOf('.vcu { --brand: #c9b8a8 }')).toContainEqual(
    expect.stringMatching(/^color-contrast: .*title="vcu: /),
  );
  await page.evaluate(() => {
    const buttons = '<button class="tiny">a</button><button class="tiny">b</button>';
    document.querySelector('main')!.insertAdjacentHTML('beforeend', buttons);
  });
  expect(await faultsOf('.tiny { width: 12px; height: 12px }')).toContainEqual(expect.stringContaining('target-size'));
  await page.evaluate(() => document.querySelectorAll('.tiny').forEach((button) => button.remove()));
  expect(await faultsOf('main h1 { width: 330px; white-space: nowrap }')).toContainEqual(
    expect.stringContaining('320 px: scrolls sideways'),
  );
  expect(await faultsOf('main h1 { height: 36px; line-height: 36px; overflow: hidden }')).toContainEqual(
    expect.stringContaining('spaced out: cuts <h1'),
  );
  // As wide as its words, so that it is cut by letters further apart alone.
  const widthPx = await page.locator('main h1').evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return Math.ceil(words.getBoundingClientRect().width);
  });
  expect(await faultsOf(`main h1 { width: ${widthPx}px; white-space: nowrap; overflow: hidden }`)).toContainEqual(
    expect.stringContaining('spaced out: cuts <h1'),
  );
  await page
    .locator('label')
    .first()
    .evaluate((label) => label.remove());
  expect(await faultsOf('')).toContainEqual(expect.stringContaining('360 px: label: <input'));
});
