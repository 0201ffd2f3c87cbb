import AxeBuilder from '@axe-core/playwright';
import { test, expect } from './demo-site.ts';

/** The documentation of the widget, as somebody opens it who puts it into their pages. */

const pages = [
  '',
  '/install',
  '/attributes',
  '/gating',
  '/labels',
  '/styling',
  '/events',
  '/methods',
  '/react',
  '/migrate',
  '/troubleshooting',
];

for (const [width, colorScheme] of [
  [360, 'light'],
  [1440, 'dark'],
] as const)
  test(`pages fit ${width} px and are accessible in ${colorScheme} colours`, async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: process.env.INTAKE_URL,
      colorScheme,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    // What examples do is looked at below.
    await page.route('**/widget/v1/**', (route) => route.abort());
    for (const each of pages) {
      await page.goto(`/docs${each}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), each).toBe(width);
    }
    // It has everything that pages are made of.
    await page.goto('/docs/gating');
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
    await context.close();
  });

test('examples are at work, under the policy of the page', async ({ site }) => {
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
