import type { Locator } from '@playwright/test';
import { expect, test } from './console.ts';
import { Keyboard } from './keyboard.ts';

const site = '/sites/app_demo';

test('Support finds a member by half a name, changes a field, gives a plan, and sees both in the timeline', async ({
  owner,
}) => {
  const { page } = owner;
  await test.step('The search stands in the address, and a colleague who opens it sees the same', async () => {
    await owner.open(`${site}/members`);
    await page.getByRole('searchbox').fill('ton');
    await expect(page).toHaveURL(/search=ton/);
    await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('ton');
  });
  await test.step('A filter is a chip that can be taken away', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Address proved' }).click();
    await page.getByLabel('No', { exact: true }).check();
    await owner.presses('Show these');
    await expect(page).toHaveURL(/verified=no/);
    await owner.sees('No members like that');
    await page.getByRole('button', { name: 'Remove the filter “Address proved: no”' }).click();
    await expect(page).not.toHaveURL(/verified/);
  });
  await test.step('The export is a file of what is filtered', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  });
  await test.step('A field is changed', async () => {
    await page.getByRole('link', { name: 'Toni' }).click();
    await page.getByRole('tab', { name: 'Fields' }).click();
    await page.getByLabel('Phone').fill('+64 21 555 0199');
    await page.getByRole('tabpanel', { name: 'Fields' }).getByLabel('Reason').fill('Asked for by phone.');
    await owner.presses('Save the fields');
    await expect(page.getByText('The fields are saved')).toBeVisible();
  });
  await test.step('A plan is given and taken', async () => {
    await page.getByRole('tab', { name: 'Plans' }).click();
    await page.getByLabel('Give a free plan').selectOption({ index: 1 });
    await owner.presses('Give');
    await page.getByRole('button', { name: /^Take/ }).first().click();
    await expect(page.getByText(/is taken$/)).toBeVisible();
  });
  await test.step('The timeline tells it all', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('Reason: Asked for by phone.').first()).toBeVisible();
    await expect(page.getByText(/\(Olga Owner\) changed Phone/).first()).toBeVisible();
    await expect(page.getByText(/\(Olga Owner\) gave the plan/).first()).toBeVisible();
  });
});

test('Two people on one member lose nothing', async ({ owner }) => {
  const { page } = owner;
  const colleague = await page.context().newPage();
  const open = async (tab: typeof page) => {
    await tab.goto(`/console${site}/members?search=friend`);
    await tab.getByRole('link', { name: 'Frankie' }).click();
    await tab.getByRole('tab', { name: 'Fields' }).click();
    await expect(tab.getByLabel('Phone')).toBeVisible();
  };
  await open(page);
  await page.getByLabel('Referral code').fill('from the first');
  await open(colleague);
  await colleague.getByLabel('Phone').fill('+64 21 555 0111');
  await colleague.getByRole('button', { name: 'Save the fields' }).click();
  await expect(colleague.getByText('The fields are saved')).toBeVisible();

  await owner.presses('Save the fields');
  await expect(page.getByText('Somebody else has changed this member meanwhile')).toBeVisible();
  await expect(page.getByText('Phone: “+64 21 555 0111”')).toBeVisible();
  await expect(page.getByLabel('Referral code')).toHaveValue('from the first');
  await owner.presses('Save the fields');
  await expect(page.getByText('The fields are saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Phone')).toHaveValue('+64 21 555 0111');
  await expect(page.getByLabel('Referral code')).toHaveValue('from the first');

  await test.step('A JSON document is replaced as a whole, which is said, and the other’s can be taken', async () => {
    const json = (tab: typeof page) => tab.getByRole('textbox', { name: 'JSON' });
    await colleague.reload();
    for (const tab of [page, colleague]) {
      await tab.getByRole('tab', { name: 'JSON' }).click();
      await expect(json(tab)).toBeVisible();
    }
    await json(page).fill('{"size": "M"}');
    await json(colleague).fill('{"colour": "teal"}');
    await colleague.getByRole('button', { name: 'Save the JSON' }).click();
    await expect(colleague.getByText('The JSON is saved')).toBeVisible();
    await owner.presses('Save the JSON');
    const notice = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this member meanwhile' });
    await expect(notice).toContainText('json: “{"colour":"teal"}”');
    await expect(notice).toContainText('in the place of their JSON, all of which is then gone');
    await expect(notice).not.toContainText('stays as they left it');
    await owner.presses('Take their JSON into the field');
    await expect(notice).toHaveCount(0);
    await expect(json(page)).toHaveValue(/"colour": "teal"/);
    await json(page).fill('{"colour": "teal", "size": "M"}');
    await owner.presses('Save the JSON');
    await expect(page.getByText('The JSON is saved')).toBeVisible();
    await page.reload();
    await expect(json(page)).toHaveValue(/"colour": "teal",\s+"size": "M"/);
  });
  await colleague.close();
});

test('By keyboard alone a member is found, opened and changed', async ({ owner }) => {
  const { page } = owner;
  const keyboard = new Keyboard(page);
  await owner.open(`${site}/site`);
  await test.step('The palette leads to the members', async () => {
    const field = page.getByRole('combobox', { name: 'Search and go to' });
    await owner.opensByKey('Control+k', field);
    await expect(field).toBeFocused();
    await page.keyboard.type('memb');
    await expect(page.getByRole('option', { name: /Members/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await owner.sees('Members');
  });
  await test.step('It finds a member by half a name as well', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('captai');
    await expect(page.getByRole('option', { name: /Cam.*captain@intake\.example/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await owner.sees('Cam');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await owner.sees('Members');
  });
  await test.step('Keys lead to the search, to a row and into it', async () => {
    await expect(page.locator('tr[data-index="0"]')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('capt');
    await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible();
    await keyboard.presses(page.getByRole('link', { name: 'Cam' }));
    await owner.sees('Cam');
  });
  await test.step('A field is changed', async () => {
    await keyboard.reaches(page.getByRole('tab', { name: 'Timeline' }));
    await page.keyboard.press('ArrowRight');
    await keyboard.reaches(page.getByLabel('Membership number'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('M-77');
    await keyboard.presses(page.getByRole('button', { name: 'Save the fields' }));
    await expect(page.getByText('The fields are saved')).toBeVisible();
  });
  await test.step('The help tells the keys, and lets single ones be switched off', async () => {
    await owner.open('/');
    await owner.opensByKey('?', page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await keyboard.presses(page.getByLabel('Keys of one letter do something'), 'Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('What staff do to a member is in the member’s own open tab within half a minute', async ({ owner, browser }) => {
  // Two of the page's looks, half a minute apart, are waited for.
  test.setTimeout(300_000);
  const { page } = owner;
  // Without the header of the console's page: it would ask the service first (CORS).
  const visitor = await browser.newContext({ baseURL: process.env.INTAKE_DEMO_URL!, extraHTTPHeaders: {} });
  const tab = await visitor.newPage();
  const logIn = async () => {
    await tab.goto('/login');
    await tab.getByLabel('Email').first().fill('visitor@intake.example');
    await tab.locator('input[type=password]').first().fill('tin-whistle-sunday');
    await tab.locator('form[data-ms-form=login] [type=submit]').click();
  };
  await test.step('The member has a page open, without a plan', async () => {
    await logIn();
    await tab.waitForURL((url) => !url.pathname.startsWith('/login'));
    await tab.goto('/attributes');
    await expect(tab.getByText('No plan yet').filter({ visible: true })).toBeVisible();
  });
  await test.step('Support gives a plan, which the timeline tells and the open tab shows', async () => {
    await owner.open(`${site}/members?search=visitor`);
    await page.getByRole('link', { name: 'Vic' }).click();
    await page.getByRole('tab', { name: 'Plans' }).click();
    await page.getByLabel('Give a free plan').selectOption('pln_demo_free');
    await owner.presses('Give');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText(/\(Olga Owner\) gave the plan/).first()).toBeVisible();
    await expect(tab.getByText('The plans are open to you').filter({ visible: true })).toBeVisible();
  });
  await test.step('A note is written, changed and deleted', async () => {
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByLabel('New note').fill('Called twice.');
    await owner.presses('Add the note');
    await expect(page.getByText('The note is added')).toBeVisible();
    await page.getByRole('button', { name: /^Edit the note/ }).click();
    await page.getByLabel('Your note').fill('Called three times.');
    await owner.presses('Save the note');
    await expect(page.getByText('Called three times.')).toBeVisible();
    await page.getByRole('button', { name: /^Delete the note/ }).click();
    await expect(page.getByText('No notes yet')).toBeVisible();
  });
  await test.step('A suspension ends the session in the open tab, and the log-in says so in words', async () => {
    await page.getByRole('tab', { name: 'Account' }).click();
    await owner.presses('Suspend the member');
    await page.getByRole('dialog').getByLabel('Reason').fill('The card was stolen.');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    await expect(page.getByText(/^Suspended since/)).toBeVisible();
    await expect(tab.getByText('Hello, visitor').filter({ visible: true })).toBeVisible();
    await logIn();
    await expect(tab.getByText('This account is suspended')).toBeVisible();
  });
  await test.step('Lifted, the member comes in again', async () => {
    await owner.presses('Lift the suspension');
    await owner.presses('Lift it');
    await expect(page.getByText(/^Suspended since/)).toHaveCount(0);
    await logIn();
    await tab.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.getByRole('tab', { name: 'Plans' }).click();
    await page.getByRole('button', { name: /^Take/ }).first().click();
    await expect(page.getByText(/is taken$/)).toBeVisible();
  });
  await visitor.close();
});

test('A member is made by hand, their name stays text on every screen, and they are erased', async ({ owner }) => {
  const { page } = owner;
  const hostile = `<img src=x onerror="window.isRun=1">`;
  const email = `hostile-${Date.now()}@example.org`;
  await test.step('Made without a mail', async () => {
    await owner.open(`${site}/members`);
    await owner.presses('Create a member');
    await page.getByLabel('E-mail address').fill(email);
    await owner.presses('Create the member');
    await owner.sees(email);
    await page.getByRole('tab', { name: 'Fields' }).click();
    await page.getByLabel('First name').fill(hostile);
    await owner.presses('Save the fields');
    await owner.sees(hostile);
  });
  await test.step('Every tab and list shows the name as it was typed', async () => {
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByLabel('New note').fill(hostile);
    await owner.presses('Add the note');
    await expect(page.getByRole('listitem').getByText(hostile)).toBeVisible();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'JSON' }).fill(JSON.stringify({ said: hostile }));
    await owner.presses('Save the JSON');
    await expect(page.getByText('The JSON is saved')).toBeVisible();
    for (const tab of ['Timeline', 'Fields', 'Plans', 'Orders', 'Sign-in', 'Notes', 'Mails', 'JSON', 'Account']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await owner.sees(hostile);
    }
    const address = page.url();
    for (const list of [`${site}/members?search=${email}`, '/mails', '/audit']) {
      await owner.open(list);
      await expect(page.getByRole('row').first()).toBeVisible();
    }
    await owner.open(`${site}/members?search=${email}`);
    await expect(page.getByRole('link', { name: hostile })).toBeVisible();
    expect(await page.evaluate(() => 'isRun' in window)).toBe(false);
    await page.goto(address);
  });
  const moved = `moved-${email}`;
  await test.step('Where a colleague saves meanwhile, the second press on an act goes through', async () => {
    const dialog = page.getByRole('dialog');
    const colleague = await page.context().newPage();
    const isRefusedOnce = async (press: string, told: string) => {
      await colleague.goto(page.url());
      await colleague.getByRole('tab', { name: 'Fields' }).click();
      await colleague.getByLabel('Phone').fill(press);
      await colleague.getByRole('button', { name: 'Save the fields' }).click();
      await expect(colleague.getByText('The fields are saved').first()).toBeVisible();
      await dialog.getByRole('button', { name: press }).click();
      await expect(dialog.getByText(/changed by somebody else meanwhile/).first()).toBeVisible();
      await dialog.getByRole('button', { name: press }).click();
      await expect(page.getByText(told).first()).toBeVisible();
    };
    await page.getByRole('tab', { name: 'Account' }).click();
    await owner.presses('Mark as proved');
    await owner.presses('Mark as not proved');
    await dialog.getByLabel('Reason').fill('A test of the second press.');
    await isRefusedOnce('Mark as not proved', 'The address counts as not proved');
    await owner.presses('Give another address');
    await dialog.getByLabel('New address').fill(moved);
    await dialog.getByLabel('Reason').fill('A test of the second press.');
    await isRefusedOnce('Change the address', `The address is ${moved} now`);
    await colleague.close();
  });
  await test.step('Erased, once the address is typed', async () => {
    await page.getByRole('tab', { name: 'Account' }).click();
    await owner.presses('Erase the member');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/It takes away 0 sessions, 0 plans, 0 comments, 1 note/)).toBeVisible();
    await dialog.getByLabel('Reason').fill('A test of names.');
    await dialog.getByLabel('Their e-mail address').fill('somebody@else.example');
    await owner.presses('Erase for good');
    await expect(dialog.getByText(`Type ${moved} to erase this member`).first()).toBeVisible();
    await dialog.getByLabel('Their e-mail address').fill(moved);
    await owner.presses('Erase for good');
    await owner.sees('Members');
    await owner.open(`${site}/members?search=${moved}`);
    await owner.sees('No members like that');
  });
});

test('A member’s log-in address and the one they have asked for are told apart', async ({ owner, request }) => {
  const { page } = owner;
  const email = `log-in-${Date.now()}@example.org`;
  // The other is one word, longer than a narrow screen is wide.
  const [wanted, other] = [`wanted-${email}`, `${'o'.repeat(40)}${Date.now()}@example.org`];
  const headers = { 'x-api-key': 'pk_sb_demo' };
  const joined = await request.post('/auth/signup', { headers, data: { email, password: 'slow-river-lantern-42' } });
  const { tokens } = ((await joined.json()) as { data: { tokens: { accessToken: string } } }).data;
  const bearer = { ...headers, authorization: `Bearer ${tokens.accessToken}` };
  const asksFor = async (address: string) =>
    expect((await request.post('/member-auth', { headers: bearer, data: { email: address } })).ok()).toBe(true);
  await asksFor(wanted);

  await owner.open(`${site}/members?search=${email}`);
  await page.getByRole('table').getByRole('link').first().click();
  await owner.sees(email);
  await expect(page.getByText(`asked for ${wanted}, not proved`, { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Account' }).click();
  const dialog = page.getByRole('dialog');
  await test.step('Erasing asks for the log-in address', async () => {
    await owner.presses('Erase the member');
    await expect(dialog.getByText(`Type ${email}`)).toBeVisible();
    await owner.presses('Leave it as it is');
  });
  await test.step('Another address says how to end the change instead', async () => {
    await owner.presses('Give another address');
    await expect(dialog.getByText(`${email} no longer opens the account.`)).toBeVisible();
    await expect(dialog.getByText(`To end the change to ${wanted} instead, enter ${email}.`)).toBeVisible();
    await page.keyboard.press('Escape');
  });
  const decides = async (address: string) => {
    await owner.presses(`Mark ${address} as proved`);
    await expect(dialog.getByText(`${address} opens the account from then on`)).toBeVisible();
    await dialog.getByLabel('Reason').fill('They showed their passport.');
  };
  await test.step('What staff decide about one address is not done to another that is asked for meanwhile', async () => {
    await decides(wanted);
    await asksFor(other);
    await dialog.getByRole('button', { name: 'Mark as proved' }).click();
    await expect(page.getByText('The address they asked for has changed; look again').first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
  await test.step('Its length makes neither the page nor the dialog scroll sideways', async () => {
    const overflow = (part: Locator) => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    const usual = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await overflow(page.locator('html'))).toBe(0);
    await decides(other);
    expect(await overflow(dialog)).toBe(0);
    const { width, height } = (await dialog.getByRole('button', { name: 'Close' }).boundingBox())!;
    expect(width).toBe(height);
    await page.keyboard.press('Escape');
    await page.setViewportSize(usual);
  });
  await test.step('What is marked as proved stands on the button, and opens the account from then on', async () => {
    await decides(other);
    await dialog.getByRole('button', { name: 'Mark as proved' }).click();
    await owner.sees(other);
    await expect(page.getByText(`${other}, proved`)).toBeVisible();
  });
});

test('A value of several lines stays as it is when another field is saved', async ({ owner, request }) => {
  const { page } = owner;
  const email = `lines-${Date.now()}@example.org`;
  const headers = { 'x-api-key': 'pk_sb_demo' };
  const customFields = { workshop: 'Wood\r\nMetal' };
  const data = { email, password: 'slow-river-lantern-42', customFields };
  const joined = await request.post('/auth/signup', { headers, data });
  const { tokens } = ((await joined.json()) as { data: { tokens: { accessToken: string } } }).data;
  const bearer = { ...headers, authorization: `Bearer ${tokens.accessToken}` };
  await owner.open(`${site}/members?search=${email}`);
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Fields' }).click();
  await expect(page.getByLabel('Favourite workshop')).toHaveValue('Wood\nMetal');
  await page.getByLabel('Phone').fill('+64 21 555 0199');
  await owner.presses('Save the fields');
  await expect(page.getByText('The fields are saved')).toBeVisible();
  const member = await request.get('/member', { headers: bearer });
  expect(await member.json()).toMatchObject({ data: { customFields: { ...customFields, phone: '+64 21 555 0199' } } });
});
