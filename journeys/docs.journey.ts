import { findUnreadableTexts, findViolations } from './accessibility.ts';
import { test, expect } from './demo-site.ts';

/** The widget's documentation. */

for (const width of [360, 1440])
  test(`every page of the menu fits ${width} px and is accessible in both colours`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: process.env.INTAKE_URL, viewport: { width, height: 900 } });
    const page = await context.newPage();
    // What examples do is looked at below.
    await page.route('**/widget/v1/**', (route) => route.abort());
    await page.route(`${process.env.INTAKE_DEMO_URL}/**`, (route) => route.abort());
    await page.goto('/docs');
    const menu = await page
      .locator('#docs-menu a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    expect(menu.length).toBeGreaterThan(19);
    const faults: string[] = [];
    // The API reference is looked at in its own journey.
    for (const path of menu.filter((each) => each !== '/docs/api')) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      await page.emulateMedia({ colorScheme: 'light' });
      const found = await findViolations(page);
      // The same elements in other colours: their contrast is all that may differ.
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await findUnreadableTexts(page)).map((fault) => `dark: ${fault}`));
      faults.push(...found.map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    await context.close();
  });

test('live examples run under the page’s content security policy', async ({ site }) => {
  const { page } = site;
  await page.goto(`${process.env.INTAKE_URL}/docs/attributes#data-ms-form-login`);
  await expect(page.getByRole('heading', { name: 'data-ms-form="login"' })).toBeInViewport();
  const example = page.getByRole('group', { name: 'Example at work' }).first();
  await expect(example.getByText('You are a visitor here.')).toBeVisible();
  await example.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog', { name: 'Login to your account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { email } = await site.signsUp('pln_demo_free');
  await expect(example.getByText(email)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The beech bench, drawn' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ana');
  await example.getByRole('button', { name: 'Log out' }).click();
  await expect(example.getByText('You are a visitor here.')).toBeVisible();
});

test('a page styles the dialogs by their variables and parts, and by nothing else', async ({ site }) => {
  const { page } = site;
  await site.opens('/upgrade');
  await page.addStyleTag({
    content: `intake-modal { --ms-paper: rgb(255, 250, 240) }
      intake-modal::part(ms-button--primary) { border-radius: 0 }
      input { background: rgb(1, 2, 3) !important; letter-spacing: 9px !important }`,
  });
  await page.waitForFunction(() => 'Intake' in window);
  await page.evaluate(
    () => void (window as unknown as { Intake: { openModal(type: string): unknown } }).Intake.openModal('LOGIN'),
  );
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Log in', exact: true })).toHaveCSS('border-radius', '0px');
  await expect(dialog).toHaveCSS('background-color', 'rgb(255, 250, 240)');
  await expect(dialog.getByLabel('Email Address')).toHaveCSS('background-color', 'rgb(255, 250, 240)');
});
