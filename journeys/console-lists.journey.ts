import { accounts, Console, expect, test } from './console.ts';
import { Keyboard } from './keyboard.ts';

const site = '/sites/app_demo';
const unproved = 'Not proved <b>yet</b>';

test('A view of a list is saved, shared, found by a colleague, renamed and deleted', async ({ owner, browser }) => {
  const { page } = owner;
  const views = page.getByRole('button', { name: /^Views?/ });
  await test.step('What is filtered is saved under a name', async () => {
    await owner.open(`${site}/members?verified=no&sort=email`);
    await views.click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await owner.presses('Save the view');
    await expect(page.getByText('Please give the view a name').first()).toBeVisible();
    await page.getByLabel('Name').fill(unproved);
    await page.getByLabel('Share it with everybody who sees this list of this site.').check();
    await owner.presses('Save the view');
    await expect(page.getByText(`“${unproved}” is saved`)).toBeVisible();
    await expect(page.getByRole('button', { name: `View: ${unproved}` })).toBeVisible();
  });
  await test.step('Another filter, and back to the view in two presses; the address has it', async () => {
    await owner.open(`${site}/members?search=ton`);
    await views.click();
    await page.getByRole('menuitem', { name: unproved }).click();
    await expect(page).toHaveURL(/verified=no/);
    await expect(page).not.toHaveURL(/search/);
    await page.goBack();
    await expect(page).toHaveURL(/search=ton/);
  });
  await test.step('A colleague with the site sees it, and cannot change it', async () => {
    const context = await browser.newContext({ baseURL: process.env['INTAKE_URL']! });
    const colleague = new Console(await context.newPage());
    await colleague.signsIn(accounts.builder);
    await colleague.open(`${site}/members`);
    await colleague.page.getByRole('button', { name: /^Views?/ }).click();
    await expect(colleague.page.getByText('Shared with you')).toBeVisible();
    await colleague.page.getByRole('menuitem', { name: 'Rename, share or delete…' }).click();
    await expect(colleague.page.getByText('You have none.')).toBeVisible();
    await context.close();
  });
  await test.step('By keyboard alone it is renamed, kept to oneself and deleted', async () => {
    await views.focus();
    await page.keyboard.press('Enter');
    // The menu takes the focus a frame after it is drawn.
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Rename, share or delete…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByLabel(`Name of ${unproved}`).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Waiting');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name of Waiting')).toBeVisible();
    await page.getByLabel('Shared: Waiting').focus();
    await page.keyboard.press('Space');
    await expect(page.getByLabel('Shared: Waiting')).not.toBeChecked();
    await page.getByRole('button', { name: 'Delete Waiting' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('You have none.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Views' })).toBeFocused();
  });
});

test('A next page of a list that cannot be read leaves the rows before it, and is asked for again by a press alone', async ({
  owner,
}) => {
  const { page } = owner;
  let asked = 0;
  await page.route(/\/console\/api\/sites\/app_demo\/members\?/, async (route) => {
    if (!new URL(route.request().url()).searchParams.has('after')) {
      const answer = await route.fetch();
      const rows = (await answer.json()) as { data: unknown[] };
      // Few enough to be on the screen, so that the next page is asked for at once.
      const data = rows.data.slice(0, 3);
      return route.fulfill({ response: answer, json: { ...rows, data, hasNextPage: true, endCursor: 'next' } });
    }
    if (asked++ === 0) return route.fulfill({ status: 500, json: {} });
    return route.fulfill({ json: { data: [], hasNextPage: false, endCursor: null } });
  });
  await owner.open(`${site}/members`);
  const fault = page.getByRole('alert').filter({ hasText: 'The members could not be read' });
  await expect(fault).toBeVisible();
  await expect(page.locator('tr[data-index="0"]')).toBeVisible();
  expect(asked).toBe(1);
  await owner.presses('Try again');
  await expect(fault).toHaveCount(0);
  await expect(page.locator('tr[data-index="0"]')).toBeVisible();
});

test('A filter by time is of days where the reader is, and stays as it was where no day is changed', async ({
  owner,
}) => {
  const { page } = owner;
  const edit = async (chip: RegExp | string) => page.getByRole('button', { name: chip, exact: true }).click();
  await test.step('November of Sydney, which Home leads to, is told by its times and kept', async () => {
    const november = 'paid.from=2026-10-31T13%3A00%3A00.000Z&paid.until=2026-11-30T13%3A00%3A00.000Z';
    await owner.open(`/orders?${november}`);
    await expect(page.getByRole('button', { name: /^Paid until 1 Dec 2026, 2:00/ })).toBeVisible();
    await edit(/^Paid from 1 Nov 2026, 2:00/);
    await expect(page.getByText('Days are those of your zone, Pacific/Auckland')).toBeVisible();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-11-01');
    await owner.presses('Show these');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(new URL(page.url()).search).toBe(`?${november}`);
  });
  await test.step('Another day begins or ends where the reader is', async () => {
    await edit(/^Paid from /);
    await page.getByLabel('From', { exact: true }).fill('2026-11-02');
    await page.getByLabel('Until', { exact: true }).fill('2026-11-29');
    await owner.presses('Show these');
    await expect(page).toHaveURL(/paid\.from=2026-11-01T11%3A00%3A00\.000Z&paid\.until=2026-11-29T11%3A00%3A00\.000Z$/);
    await expect(page.getByRole('button', { name: 'Paid from 2 Nov 2026', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Paid until 29 Nov 2026', exact: true })).toBeVisible();
  });
  await test.step('Days of UTC, from a view of before, say so and go on', async () => {
    await owner.open('/orders?paid.from=2026-11-01');
    await edit('Paid from 1 Nov 2026 (UTC)');
    await owner.presses('Show these');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(new URL(page.url()).search).toBe('?paid.from=2026-11-01');
  });
  await test.step('A year of two digits is asked for again, and left out where it stands in an address', async () => {
    await edit('Paid from 1 Nov 2026 (UTC)');
    await page.getByLabel('From', { exact: true }).fill('0026-11-01');
    await owner.presses('Show these');
    await expect(page.getByText('Enter a year between 1900 and 9998').first()).toBeVisible();
    await page.getByLabel('From', { exact: true }).fill('2026-11-01');
    await owner.presses('Show these');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await owner.open('/orders?paid.from=0026-11-01T12%3A20%3A56.000Z');
    await owner.sees('Orders');
    await expect(page.getByRole('button', { name: /^Paid from/ })).toHaveCount(0);
  });
});

test('A file that is asked for after the session has ended leads to the sign-in, not to an error in its place', async ({
  owner,
}) => {
  const { page } = owner;
  await owner.open('/orders');
  await owner.presses('Export money…');
  await page.context().clearCookies();
  await owner.presses('Download the file');
  await owner.sees('Sign in');
  await expect(page).toHaveURL(/\/console\/sign-in\?/);
});

test('A field of the site is a filter and a column of its members', async ({ owner }) => {
  const { page } = owner;
  await owner.open(`${site}/members`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'First name' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'First name' })).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'First name' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Toni');
  await owner.presses('Show these');
  await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible();
  await expect(page).toHaveURL(/field\.first-name=Toni/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'First name: Toni', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'First name' })).toBeVisible();
});

test('Rows of the members are one line high, and j and k go through them', async ({ owner }) => {
  const { page } = owner;
  await owner.open(`${site}/members`);
  const rows = page.locator('tr[data-index]');
  await expect(rows.first()).toBeVisible();
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([48]));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1).getByRole('link')).toBeFocused();
});

test('A text that a cell cuts is told in full by the pointer, and no other', async ({ owner }) => {
  const { page } = owner;
  await page.setViewportSize({ width: 800, height: 900 });
  await owner.open(`${site}/members?search=visitor`);
  const row = page.locator('tr[data-index]').first();
  const told = async (text: string | RegExp) => {
    const { x, y, height } = (await row.getByText(text).boundingBox())!;
    await page.mouse.move(x + 10, y + height / 2);
    return row.getByRole('link').getAttribute('title');
  };
  await expect(row).toContainText('visitor@intake.example');
  expect(await told('visitor@intake.example')).toBe('visitor@intake.example');
  expect(await told(/^(?:Yes|No)$/)).toBe('');
});

test('A row pressed while the search field still waits for the next key is opened, and stays open', async ({
  owner,
}) => {
  const { page } = owner;
  await owner.open(`${site}/members?search=visitor`);
  // The member's script takes longer than the pause after which a search is written into the address.
  await page.route(/member\.page-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const row = page.getByRole('link', { name: 'Vic', exact: true });
  await expect(row).toBeVisible();
  // A busy computer: the pause is over before the page is drawn anew after the press.
  await row.evaluate((element) => {
    element.addEventListener('click', () => {
      for (const startedMs = performance.now(); performance.now() - startedMs < 400;);
    });
  });
  await page.getByLabel('Search', { exact: true }).fill('visit');
  await row.click();
  await owner.sees('Vic');
  await expect(page).toHaveURL(/\/members\/mem_/);
});

test('By keyboard an entry of a menu has an outline, which the menu does not cut off', async ({ owner }) => {
  const { page } = owner;
  await owner.open(`${site}/members`);
  const keyboard = new Keyboard(page);
  await keyboard.presses(page.getByRole('button', { name: 'Columns' }));
  const entry = page.getByRole('menuitem', { name: 'As usual' });
  await keyboard.reaches(entry, 'ArrowDown');
  const outside = await entry.evaluate((element) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(element);
    return Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  });
  expect(outside).toBe(0);
});

test('A filter that is looked at again keeps its values, and the others of its column', async ({ owner }) => {
  const { page } = owner;
  const query = new URLSearchParams('origin=uts&origin=uc&reached=eligible&reached.not=chosen');
  const pairsOf = (params: URLSearchParams) => [...params].map(([name, value]) => `${name}=${value}`).toSorted();
  const shows = async (chip: string, box: string) => {
    await page.getByRole('button', { name: chip, exact: true }).click();
    await expect(page.getByRole('dialog').getByLabel(box, { exact: true })).toBeChecked();
    await owner.presses('Show these');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(pairsOf(new URL(page.url()).searchParams)).toEqual(pairsOf(query));
  };
  await owner.open(`/sites/app_enrolment/members?${query}`);
  await shows('Has come to is not chosen', 'chosen');
  await shows('Joined at partner: uts or uc', 'uc');
});
