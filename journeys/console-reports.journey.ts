import { readFile } from 'node:fs/promises';
import { expect, test, type Console } from './console.ts';

/** The table with this name, as text by rows and cells. */
async function readTable({ page }: Console, name: string): Promise<string[][]> {
  const rows = page.getByRole('region', { name }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  return Promise.all((await rows.all()).map(async (row) => row.locator('th, td').allTextContents()));
}

/** The lines of the file that a table is exported to. */
async function readExported({ page }: Console, title: string): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: `Export "${title}" as CSV` }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  return text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

const plainNumber = (text: string) => text.replaceAll(/[^\d]/g, '');

test('From Home to a report: partner and time change, a number opens its list, the file is the table', async ({
  owner,
}) => {
  const { page } = owner;
  await test.step('Home leads to the report of the way to payment', async () => {
    await owner.open('/');
    await page.getByRole('link', { name: 'More about it in reports' }).click();
    await owner.sees('Way to payment');
    await expect(page.getByRole('img', { name: /^Way to payment: Registered/ }).locator('svg')).toBeVisible();
  });
  await test.step('Partner, time and comparison stand in the address', async () => {
    await page.getByLabel('Partner of the figures').selectOption('uts');
    await page.getByLabel('Time of the figures').selectOption('90');
    await page.getByLabel('Compare with').selectOption('before');
    await expect(page).toHaveURL(/partner=uts.*time=90.*compare=before/);
    await expect(page.getByRole('status').filter({ hasText: 'compared with' })).toContainText(
      'Days are those of Sydney',
    );
    await page.reload();
    await expect(page.getByLabel('Compare with')).toHaveValue('before');
    await expect(page.getByRole('link', { name: /: Registered, UTS, before$/ })).toBeVisible();
  });
  await test.step('The file has the rows and numbers of the table', async () => {
    await page.getByLabel('Compare with').selectOption('');
    await expect(page.getByRole('link', { name: /, before$/ })).toHaveCount(0);
    // Other journeys register students meanwhile.
    await expect(async () => {
      await page.reload();
      const shown = await readTable(owner, 'How far they have come');
      const written = await readExported(owner, 'How far they have come');
      expect(written[0]).toEqual(shown[0]);
      expect(written.slice(1).map(([, ...cells]) => cells)).toEqual(
        shown.slice(1).map(([, ...cells]) => cells.map(plainNumber)),
      );
    }).toPass();
  });
  await test.step('What a number counts is one press away', async () => {
    await page.getByText('What is counted').first().click();
    await expect(page.getByText('Accounts made on the partner’s pages in the time', { exact: false })).toBeVisible();
    await owner.isAccessible();
  });
  await test.step('A number opens its list with the same count', async () => {
    const address = page.url();
    await expect(async () => {
      await page.goto(address);
      const link = page.getByRole('link', { name: /: Registered, UTS$/ });
      const count = plainNumber((await link.textContent()) ?? '');
      await link.click();
      await owner.sees('Members');
      const told = count === '0' ? 'No members' : new RegExp(`^${count} members?$`);
      await expect(page.getByRole('status').filter({ hasText: told })).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });
});

test('The days of a report are typed digit by digit, and only whole years are asked for', async ({ owner }) => {
  const { page } = owner;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/api/reports/money')) asked.push(`${searchParams.get('from')} ${searchParams.get('until')}`);
  });
  await owner.open('/reports/money?from=2026-02-05&until=2026-12-31');
  // Days that are the same in every order of day and month; slower than a change of the address takes.
  const types = (digits: string) => page.keyboard.type(digits, { delay: 400 });
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')];
  await test.step('The field keeps the focus through a day of two digits and a year of four', async () => {
    await first.focus();
    await types('11112026');
    await expect(first).toHaveValue('2026-11-11');
    await expect(first).toBeFocused();
    await last.focus();
    await types('12122026');
    await expect(last).toHaveValue('2026-12-12');
    await expect(page).toHaveURL(/from=2026-11-11&until=2026-12-12/);
    await expect.poll(() => asked.at(-1)).toBe('2026-11-11 2026-12-12');
    expect(asked.filter((days) => /(^| )0/.test(days))).toEqual([]);
  });
  await test.step('Back at the report without days, the usual time is chosen', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByLabel('Time of the figures')).toHaveValue('30');
    await expect(first).toHaveCount(0);
  });
});

test('By keyboard alone: the palette, another report, a week of money, its orders', async ({ owner }) => {
  const { page } = owner;
  await owner.open('/');
  await test.step('The palette finds reports', async () => {
    const field = page.getByRole('combobox', { name: 'Search and go to' });
    await owner.opensByKey('Control+k', field);
    await expect(field).toBeFocused();
    await page.keyboard.type('repor');
    await expect(page.getByRole('option', { name: /Reports/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await owner.sees('Way to payment');
  });
  await test.step('Another report by its link', async () => {
    await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Money by week' }).focus();
    await page.keyboard.press('Enter');
    await owner.sees('Money by week');
    await expect(page).toHaveURL(/\/reports\/money/);
  });
  await test.step('A year of it, and the orders behind all weeks', async () => {
    // Other journeys pay meanwhile.
    await expect(async () => {
      await page.goto('/console/reports/money?from=2026-01-01&until=2026-12-31');
      const link = page.getByRole('link', { name: /: Orders with money in, All weeks/ }).first();
      const nothing = page.getByText('Nothing to report');
      await expect(link.or(nothing).first()).toBeVisible();
      if (await nothing.isVisible()) return;
      const count = plainNumber((await link.textContent()) ?? '');
      await link.focus();
      await page.keyboard.press('Enter');
      await owner.sees('Orders');
      const told = count === '0' ? 'No orders' : new RegExp(`^${count} orders?$`);
      await expect(page.getByRole('status').filter({ hasText: told })).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });
});

test('A report shows the cohort that its numbers are of, whatever the address asks for', async ({ owner }) => {
  const { page } = owner;
  const cohort = page.getByLabel('Cohort', { exact: true });
  await test.step('One that is not offered any more', async () => {
    const old = { id: 'old', name: 'The first of all', course: 'cyber', mode: 'full-time', startDate: '2024-02-05' };
    await page.route(/\/console\/api\/reports\/funnel\?.*cohort=old/, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { data: { ...data, cohort: old } } });
    });
    await owner.open('/reports/funnel?cohort=old');
    await expect(page.getByRole('status').filter({ hasText: 'Seats of The first of all alone.' })).toBeVisible();
    await expect(cohort).toHaveValue('old');
  });
  await test.step('In place of one that the partners do not have: all, or the next to start', async () => {
    await owner.open('/reports/funnel?cohort=none-like-it');
    await expect(page.getByRole('heading', { name: 'How far they have come' })).toBeVisible();
    await expect(cohort).toHaveValue('');
    await owner.open('/reports/seats?cohort=none-like-it');
    await expect(page.getByRole('status').filter({ hasText: / starts on / })).toBeVisible();
    await expect(cohort).toHaveValue(/./);
  });
});
