import type { Locator } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { expect, test } from './demo-site.ts';
import { builds, faults, inspectorOf, service } from './inspector.ts';

/** The Inspector on a page of a site in test mode. */

const idsOf = (items: Locator) => items.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.finding));

test('a builder reads what is wrong, where it is and how to mend it, and mends it', async ({ site }) => {
  const { page } = site;
  await builds(site, '/faulty', faults);
  await site.opens('/faulty');
  const { badge, dot, news, sidebar, finding, ofType, count } = inspectorOf(page);
  // Two errors, a warning, content that is not for visitors, 34 attributes that are understood.
  await expect(badge).toHaveAccessibleName('Test Mode 3 problems, 2 errors');
  const { width, height } = page.viewportSize()!;
  const place = (await page.locator('intake-inspector .badge').boundingBox())!;
  expect(Math.abs(place.x + place.width / 2 - width / 2)).toBeLessThan(1);
  expect(height - place.y - place.height).toBeLessThan(20);
  await expect(dot).toBeVisible();
  await expect(news).toHaveText('The Inspector has found 2 errors.');

  await test.step('the list', async () => {
    await badge.click();
    await expect(badge).toContainText('Hide Inspector');
    await expect(badge).toHaveAttribute('aria-expanded', 'true');
    for (const [name, number] of Object.entries({ event: '1', error: '2', warning: '1', found: '34' }))
      await expect(count(name)).toHaveText(number);
    await expect.poll(() => idsOf(ofType('error'))).toEqual(['broken-plan-suffix', 'broken-plan-button']);
    await expect.poll(() => idsOf(ofType('warning'))).toEqual(['price-without-action']);
    await expect.poll(() => idsOf(ofType('content-removed'))).toEqual(['content-removed']);
    await expect(ofType('found')).toHaveCount(20);
    await sidebar.getByRole('button', { name: 'Show 14 more' }).click();
    await expect(ofType('found')).toHaveCount(34);
    const filter = sidebar.getByRole('searchbox', { name: 'Filter the list' });
    await filter.fill('broken plan');
    await expect(sidebar.locator('[data-finding]')).toHaveCount(2);
    await expect(count('found')).toHaveText('34');
    await filter.fill('zebra');
    await expect(sidebar).toContainText('Nothing in the list has these words.');
    await filter.fill('');
  });

  await test.step('copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await sidebar.getByRole('button', { name: 'Copy all' }).click();
    await expect(sidebar.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await copied()).toContain('error  broken-plan-suffix  data-ms-plan does nothing');
    expect(await copied()).toContain('    write <button id="suffix" data-ms-plan:add="pln_demo_free">');
    const item = finding('broken-plan-suffix');
    await item.getByRole('button').first().click();
    await expect(item).toContainText('Mend it');
    await item.getByRole('button', { name: 'Copy this line' }).click();
    await expect.poll(copied).toBe('<button id="suffix" data-ms-plan:add="pln_demo_free">');
    await item.getByRole('button').first().click();
  });

  await test.step('one finding', async () => {
    const item = finding('price-without-action');
    await item.getByRole('button').first().click();
    await expect(page.locator('#nowhere')).toBeInViewport();
    await expect(item).toContainText('Price button that leads visitors nowhere');
    await expect(item).toContainText('add a link, or data-ms-modal="signup"');
    await expect(item).toContainText('<button id="nowhere" data-ms-price:add="prc_demo_maker_yearly">');
    await expect(item.getByRole('heading', { name: 'Need help?' })).toBeVisible();
    await expect(item.getByRole('heading', { name: 'How prices work' })).toBeVisible();
    await expect(item.locator('.help')).toHaveCSS('transition-duration', '0.3s');
    const link = item.getByRole('link', { name: 'Documentation' });
    await expect(link).toHaveAttribute('href', `${service}/docs/inspector#price-without-action`);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    // One at a time.
    await finding('broken-plan-button').getByRole('button').first().click();
    await expect(item.getByRole('button')).toHaveAttribute('aria-expanded', 'false');
    await expect(page.locator('#price')).toBeInViewport();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.locator('#price')).not.toBeInViewport();
    await sidebar.getByRole('button', { name: 'Show on the page' }).click();
    await expect(page.locator('#price')).toBeInViewport();
  });

  await test.step('mended', async () => {
    await page.evaluate(() => {
      document.querySelector('#price')!.setAttribute('data-ms-plan:add', 'pln_demo_free');
      const suffix = document.querySelector('#suffix')!;
      suffix.removeAttribute('data-ms-plan');
    });
    await expect(ofType('error')).toHaveCount(0);
    await expect(dot).toHaveCount(0);
    await expect(news).toHaveText('The Inspector finds no more errors.');
    await page.evaluate(() => document.querySelector('#nowhere')!.setAttribute('data-ms-modal', 'signup'));
    await expect(ofType('warning')).toHaveCount(0);
    await expect(sidebar).toContainText('No mistakes found. 37 attributes on this page looked at');
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<div data-ms-form="login"></div>'));
    await expect.poll(() => idsOf(ofType('error'))).toEqual(['misplaced-form-attribute']);
    await page.evaluate(() => document.querySelector('[data-ms-form]')!.remove());
    await expect(ofType('error')).toHaveCount(0);
  });

  await test.step('what happens', async () => {
    await page.locator('#free').click();
    await page.locator('#paid').click();
    await expect(ofType('plan-price-clicked')).toHaveCount(2);
    await expect(ofType('plan-price-clicked').first()).toContainText('data-ms-price:add="prc_demo_maker_monthly"');
    await expect(count('event')).toHaveText('3');
    await expect(ofType('cart').locator('.finding-title')).toHaveText([
      'Cart: Ready for Signup',
      'Cart: Ready for Checkout',
    ]);
    const item = finding('ready-for-checkout');
    await item.getByRole('button').click();
    await expect(item.getByRole('definition')).toHaveText('prc_demo_maker_monthly');
    await badge.click();
    await expect(sidebar).toHaveCount(0);
    await expect(badge).toContainText('Test Mode');
    await expect(badge).toBeFocused();
  });
});

test('everything can be done by keyboard, and is accessible in light and dark colours', async ({ site }) => {
  const { page } = site;
  await builds(site, '/keys', faults);
  await site.signsUp('pln_demo_free');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await site.opens('/keys');
  const { badge, sidebar, tab, finding, panel } = inspectorOf(page);
  const looksWell = async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
  };
  await expect(badge).toContainText('Test Mode');
  await looksWell();
  await badge.focus();
  await page.keyboard.press('Enter');
  await expect(tab('Inspector')).toBeFocused();
  await page.keyboard.press('End');
  await expect(tab('App')).toBeFocused();
  await expect(panel).toContainText('Test mode.');
  await looksWell();
  await page.keyboard.press('ArrowLeft');
  await expect(tab('Member')).toBeFocused();
  await expect(panel).toContainText('Member JSON');
  await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
  await looksWell();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tab('Inspector')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel).toBeFocused();
  await page.keyboard.press('Tab');
  const xRay = page.locator('[data-cy=x-ray-switch]');
  await expect(xRay).toBeFocused();
  await page.keyboard.press('Space');
  await expect(xRay).toHaveAttribute('aria-checked', 'true');
  await expect.poll(() => site.keeps('MSXRayMode')).toBe('true');
  await page.keyboard.press('Space');
  await expect(xRay).toHaveAttribute('aria-checked', 'false');
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const line = finding('broken-plan-suffix').getByRole('button').first();
  await expect(line).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await expect(finding('broken-plan-suffix').locator('.help')).toHaveCSS('transition-duration', '0s');
  await looksWell();
  // Fixing a problem does not move the focus.
  await page.evaluate(() => document.querySelector('#suffix')!.removeAttribute('data-ms-plan'));
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sidebar).toHaveCount(0);
  await expect(badge).toBeFocused();

  // A page asks for it as for a dialog.
  await page.evaluate(() => void document.dispatchEvent(new CustomEvent('intake:inspector-open')));
  await expect(tab('Inspector')).toBeFocused();
  // On a narrow screen too nothing is cut, and the badge is in reach.
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(async () => (await sidebar.boundingBox())!.width).toBe(320);
  expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await badge.click();
  await expect(sidebar).toHaveCount(0);
});

test('a word that is not known is told with what was meant, and the page that is mended is right', async ({ site }) => {
  const { page } = site;
  await builds(
    site,
    '/words',
    `<p data-ms-content="member">Hello</p><button data-ms-modal="sing-up">Join</button><button data-ms-logout>Out</button>
<form data-ms-form="signup" data-ms-ignore="repeated-field"><input data-ms-member="email"><input data-ms-member="password"><input data-ms-member="password"></form>`,
  );
  await site.opens('/words');
  const { badge, finding, ofType } = inspectorOf(page);
  await expect(badge).toHaveAccessibleName('Test Mode 3 problems, 3 errors');
  await badge.click();
  await expect.poll(() => idsOf(ofType('error'))).toEqual(['unknown-content', 'unknown-value', 'older-word']);
  await finding('unknown-content').getByRole('button').first().click();
  await expect(finding('unknown-content')).toContainText('hidden from members and visitors alike');
  await page.locator('[data-ms-modal]').evaluate((button) => button.setAttribute('data-ms-modal', 'signup'));
  await expect(finding('unknown-value')).toHaveCount(0);
  await expect(finding('data-ms-modal')).toHaveCount(1);
});

test('links lead to the service that the page names', async ({ site }) => {
  const { page } = site;
  const { host } = new URL(service);
  const named = service.replace(
    host,
    host.replace(/^(?:localhost|127\.0\.0\.1)/, (name) => (name === 'localhost' ? '127.0.0.1' : 'localhost')),
  );
  await builds(site, '/named', faults, `data-ms-domain="${named}"`);
  await site.opens('/named');
  const { badge, finding } = inspectorOf(page);
  await badge.click();
  await finding('broken-plan-suffix').getByRole('button').first().click();
  await expect(finding('broken-plan-suffix').getByRole('link', { name: 'Documentation' })).toHaveAttribute(
    'href',
    `${named}/docs/inspector#broken-plan-suffix`,
  );
});

test('the badge covers no control of the page, and stands and folds as the builder wants', async ({ site }) => {
  const { page } = site;
  await builds(site, '/bar', faults);
  await site.opens('/bar');
  const { badge } = inspectorOf(page);
  const frame = page.locator('intake-inspector .badge');
  const box = async () => (await frame.boundingBox())!;
  // With its count the badge is wider: a place that is remembered before that is never reached again.
  await expect(badge).toHaveAccessibleName('Test Mode 3 problems, 2 errors');
  const before = await box();
  for (const width of [360, 1440]) {
    await test.step(`a bar that comes later, at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate(() => {
        document.body.insertAdjacentHTML(
          'beforeend',
          '<div id="bar" style="position: fixed; inset: auto 0 0; text-align: center; padding: 12px">Cookies? <button>Accept</button></div>',
        );
      });
      const bar = (await page.locator('#bar').boundingBox())!;
      await expect.poll(async () => (await box()).y + (await box()).height).toBeLessThanOrEqual(bar.y);
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.locator('#bar').evaluate((each) => each.remove());
      await expect.poll(async () => Math.round((await box()).y + (await box()).height)).toBe(728);
    });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(box).toEqual(before);

  await test.step('dragged', async () => {
    await page.mouse.move(before.x + 40, before.y + 16);
    await page.mouse.down();
    await page.mouse.move(before.x - 160, before.y - 184, { steps: 4 });
    await page.mouse.up();
    await expect(badge).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(async () => Math.round((await box()).x)).toBe(Math.round(before.x - 200));
  });
  await test.step('with arrow keys', async () => {
    const { y } = await box();
    await badge.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await box()).y).toBeLessThan(y - 20);
  });
  await test.step('folded, and remembered', async () => {
    await page.getByRole('button', { name: 'Fold the badge to its number' }).click();
    await expect.poll(async () => (await box()).width).toBeLessThan(100);
    const { y } = await box();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Show the words of the badge' })).toBeVisible();
    await expect.poll(async () => Math.round((await box()).y)).toBe(Math.round(y));
    await badge.click();
    await expect(badge).toHaveAttribute('aria-expanded', 'true');
  });
});
