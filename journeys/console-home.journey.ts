import { randomBytes } from 'node:crypto';
import { accounts, Console, expect, test } from './console.ts';
import { randomAddress } from './portal.ts';

const site = '/sites/app_demo';

test('On Home each figure leads to a list with that number, for one partner and a chosen time', async ({ owner }) => {
  const { page } = owner;
  await test.step('What waits, today beside last week, and the way to payment are there', async () => {
    await owner.open('/');
    await owner.sees('Needs a person');
    await owner.sees('Enrolment today');
    await owner.sees('From account to payment');
    await expect(page.getByRole('img', { name: /^Way to payment: Registered \d+/ }).locator('svg')).toBeVisible();
    await expect(page.getByText('Days are those of UTC, because several partners are shown')).toBeVisible();
  });
  await test.step('Partner and time stand in the address, and in the days', async () => {
    await page.getByLabel('Partner of the figures').selectOption('uts');
    await page.getByLabel('Time of the figures').selectOption('90');
    await expect(page).toHaveURL(/partner=uts/);
    await expect(page).toHaveURL(/time=90/);
    await expect(page.getByText('Days are those of Sydney (Australia/Sydney)')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Time of the figures')).toHaveValue('90');
    await page.getByText('The same as a table').click();
    await expect(page.getByRole('table').filter({ hasText: 'Enrolments' }).last().getByRole('row')).toHaveCount(91);
  });
  await test.step('A number is that of its list', async () => {
    const figure = page.getByRole('link', { name: /: New members, today$/ });
    const count = await figure.textContent();
    await figure.click();
    await owner.sees('Members');
    await expect(
      page.getByRole('status').filter({ hasText: count === '0' ? 'No members' : `${count} member` }),
    ).toBeVisible();
  });
  await test.step('The menu keeps the partner, and the site keeps the page', async () => {
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Orders' }).click();
    await owner.sees('Orders');
    await expect(page).toHaveURL(/partner=uts/);
    await owner.open(`${site}/comments`);
    await menu.getByLabel('Site').selectOption('app_enrolment');
    await expect(page).toHaveURL(/sites\/app_enrolment\/comments$/);
    await menu.getByLabel('Partner').selectOption('');
  });
});

test('By keyboard alone the palette finds a member, a setting, what was opened last, and acts', async ({ owner }) => {
  const { page } = owner;
  const field = page.getByRole('combobox', { name: 'Search and go to' });
  const opens = async (text: string) => {
    await owner.opensByKey('Control+k', field);
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
  };
  await owner.open(`${site}/members`);
  await test.step('A member by half a name', async () => {
    await opens('captai');
    await expect(page.getByRole('option', { name: /captain@intake\.example/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await owner.sees('Cam');
  });
  await test.step('A setting of the site by what it is about', async () => {
    await opens('webhoo');
    await expect(page.getByRole('option', { name: /Webhooks/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/site\/webhooks$/);
  });
  await test.step('What was opened last, by the arrow keys', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('group', { name: 'Opened last' }).getByRole('option', { name: 'Cam' })).toBeVisible();
    await expect(field).toHaveAttribute('aria-activedescendant', /./);
    const active = page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`);
    await expect(active).toHaveText(/Cam/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await owner.sees('Cam');
  });
  await test.step('An act, and the help', async () => {
    await opens('invite st');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
    await page.keyboard.press('Escape');
    await opens('nothing of that name');
    await expect(page.getByText('Nothing here has that name')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('A setting of any site with the site’s name, from anywhere', async () => {
    await owner.open('/staff');
    await opens('portal brand');
    await expect(page.getByRole('option', { name: /Student Portal: Branding/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/app_enrolment\/site\/branding$/);
  });
});

test('What colleagues change is told while one looks, and nothing moves until one asks', async ({ owner, browser }) => {
  test.setTimeout(400_000);
  const { page } = owner;
  const news = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss the news' }) });
  await test.step('A member who joins is told of, and shown at a press', async () => {
    const email = `nina-${randomBytes(6).toString('hex')}@example.org`;
    await owner.open(`${site}/members`);
    await expect(page.locator('tr[data-index="0"]')).toBeVisible();
    // The page has asked once, so that the newcomer is news.
    await page.waitForResponse((response) => response.url().includes('/console/api/news'));
    const first = await page.locator('tr[data-index="0"]').getByRole('link').textContent();
    const joined = await page.request.post('/auth/signup', {
      headers: { 'x-api-key': 'pk_sb_demo', 'x-forwarded-for': randomAddress() },
      data: { email, password: 'elm stool sunday rain', customFields: {} },
    });
    expect(joined.status()).toBe(200);
    await expect(news).toContainText(/new members?/);
    expect(await page.locator('tr[data-index="0"]').getByRole('link').textContent()).toBe(first);
    const newcomer = page.locator('tr').filter({ hasText: email });
    await expect(newcomer).toHaveCount(0);
    await news.getByRole('button', { name: 'Show' }).click();
    // Near the top: members of other journeys may have joined after this one.
    await expect(newcomer).toBeVisible();
    await expect(news).toHaveCount(0);
  });
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': randomAddress() } });
  const colleague = new Console(await context.newPage());
  await test.step('A colleague who changes the member that is open is named', async () => {
    await colleague.signsIn(accounts.builder);
    for (const { page: tab } of [owner, colleague]) {
      await tab.goto(`${process.env.INTAKE_URL}/console${site}/members?search=visitor`);
      await tab.getByRole('link', { name: 'Vic' }).click();
      await tab.getByRole('tab', { name: 'Fields' }).click();
      await expect(tab.getByLabel('Phone')).toBeVisible();
    }
    await page.waitForResponse((response) => response.url().includes('/console/api/news'));
    await colleague.page.getByLabel('Phone').fill('+64 21 555 0144');
    await colleague.presses('Save the fields');
    await expect(colleague.page.getByText('The fields are saved')).toBeVisible();
    await expect(news).toContainText(/changed this member/);
    await expect(page.getByLabel('Phone')).not.toHaveValue('+64 21 555 0144');
    await owner.isAccessible();
    await news.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByLabel('Phone')).toHaveValue('+64 21 555 0144');
  });
  await test.step('A site that a site builder makes is theirs', async () => {
    await colleague.open('/sites/new');
    await colleague.page.getByLabel('What the site is called').fill('Harbour Club');
    await colleague.page.getByLabel('Name', { exact: true }).fill('Crew');
    await colleague.presses('Create the site');
    await colleague.sees('Harbour Club');
    await expect(colleague.page.getByRole('navigation', { name: 'Main' }).getByLabel('Site')).toContainText(
      'Harbour Club',
    );
  });
  await context.close();
});

test('The last minutes of the twelve hours are announced, with the way to sign in again', async ({ owner }) => {
  const { page } = owner;
  await page.route('**/console/api/me', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.session.endsAt = new Date(Date.now() + 3 * 60_000).toISOString();
    await route.fulfill({ response: answer, json: body });
  });
  await owner.open('/');
  await expect(page.getByText(/This session ends at .+ Save what you are writing/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await owner.sees('Sign in');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
});

test('Home that stays open over the end of a day of UTC counts the new one as today', async ({ owner }) => {
  const { page } = owner;
  const today = new Date().toISOString().slice(0, 10);
  await page.clock.install({ time: Date.parse(today) - 60_000 });
  await owner.open('/');
  const figure = page.getByRole('link', { name: /: New members at .*, today$/ });
  await expect(figure).toHaveAttribute('href', /created\.from=/);
  await expect(figure).not.toHaveAttribute('href', new RegExp(`created\\.from=${today}`));
  await page.clock.fastForward('02:00');
  await expect(figure).toHaveAttribute('href', new RegExp(`created\\.from=${today}`));
});
