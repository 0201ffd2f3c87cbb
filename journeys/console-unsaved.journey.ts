import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator } from '@playwright/test';
import { expect, test, type Console } from './console.ts';
import { holdsBack } from './portal.ts';

/** Signs a member up at the site of the demonstration. @returns their address */
async function signsUp(request: APIRequestContext, customFields = {}): Promise<string> {
  const email = `unsaved-${randomUUID()}@example.org`;
  const headers = { 'x-api-key': 'pk_sb_demo' };
  const data = { email, password: 'slow-river-lantern-42', customFields };
  expect((await request.post('/auth/signup', { headers, data })).ok()).toBe(true);
  return email;
}

/** Types into a field, is asked on the way to another page, stays with what was typed, and then leaves. */
async function isAskedBeforeItIsLost(owner: Console, label: string): Promise<void> {
  const { page } = owner;
  const typed = page.getByLabel(label, { exact: true });
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await typed.fill('Typed by hand');
  await home.click();
  await expect(question).toBeVisible();
  await owner.presses('Stay here');
  await expect(typed).toHaveValue('Typed by hand');
  await home.click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/?$/);
}

test('What is typed into a form of the console is not left for another page without a question', async ({ owner }) => {
  const { page } = owner;
  await test.step('A new cohort', async () => {
    await owner.open('/cohorts/new');
    await isAskedBeforeItIsLost(owner, 'Name');
  });
  await test.step('A cohort that is changed, though another of its tabs is open', async () => {
    await owner.open('/cohorts?partner=uts');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Typed before');
    await page.getByRole('tab', { name: 'Seats' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await owner.presses('Stay here');
    await page.getByRole('tab', { name: 'Change' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before');
    await isAskedBeforeItIsLost(owner, 'Name');
  });
  await test.step('A new webinar', async () => {
    await owner.open('/webinars/new');
    await isAskedBeforeItIsLost(owner, 'Title');
  });
  await test.step('A new site', async () => {
    await owner.open('/sites/new');
    await isAskedBeforeItIsLost(owner, 'What the site is called');
  });
  await test.step('A text to reuse, which another partner does not take over', async () => {
    await owner.open('/requests/texts?partner=uts');
    const partner = page.locator('main').getByLabel('Partner');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Typed by hand');
    await partner.selectOption('vcu');
    await owner.presses('Stay here');
    await expect(partner).toHaveValue('uts');
    await expect(name).toHaveValue('Typed by hand');
    await isAskedBeforeItIsLost(owner, 'Name');
  });
});

test('Fields, JSON and a note of a member are asked about together, and stay', async ({ owner }) => {
  const { page } = owner;
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  const opens = (name: string) => page.getByRole('tab', { name, exact: true }).click();
  const fields: Record<string, Locator> = {
    Fields: page.getByLabel('Referral code'),
    JSON: page.getByRole('textbox', { name: 'JSON' }),
    Notes: page.getByLabel('New note'),
  };
  await owner.open('/sites/app_demo/members?search=captain');
  await page.getByRole('link', { name: 'Cam' }).click();
  for (const [tab, field] of Object.entries(fields)) {
    await opens(tab);
    await field.fill('{"typed": true}');
  }
  await home.click();
  for (const lost of ['The fields you changed', 'The JSON you wrote', 'The note you wrote'])
    await expect(question).toContainText(lost);
  await owner.presses('Stay here');
  for (const [tab, field] of Object.entries(fields)) {
    await opens(tab);
    await expect(field).toHaveValue('{"typed": true}');
  }
  await test.step('What is saved is not asked about any more', async () => {
    await opens('Notes');
    await owner.presses('Add the note');
    await expect(page.getByText('The note is added')).toBeVisible();
    await page.getByRole('button', { name: /^Delete the note/ }).click();
    await expect(page.getByText('The note is deleted')).toBeVisible();
    await home.click();
    await expect(question).toContainText('The fields you changed');
    await expect(question).not.toContainText('The note you wrote');
  });
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/?$/);
});

test('A note that is saved, deleted again, or goes with its member is not asked about any more', async ({
  owner,
  request,
}) => {
  const { page } = owner;
  const email = await signsUp(request);
  const dialog = page.getByRole('dialog');
  const note = page.getByLabel('New note');
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  const opens = async () => {
    await owner.open(`/sites/app_demo/members?search=${email}`);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Notes' }).click();
  };
  await test.step('Deleted again before it was added', async () => {
    await opens();
    await note.fill('Called twice.');
    await note.fill('');
    await home.click();
    await expect(page).toHaveURL(/\/console\/?$/);
  });
  await test.step('Saved while the question stands: the page that was asked for follows', async () => {
    await opens();
    await note.fill('Called twice.');
    const question = Promise.withResolvers<void>();
    await page.route('**/notes', async (route) => {
      if (route.request().method() === 'POST') await question.promise;
      await route.continue();
    });
    await owner.presses('Add the note');
    await home.click();
    await expect(dialog).toContainText('The note you wrote');
    question.resolve();
    await expect(page).toHaveURL(/\/console\/?$/);
    await expect(dialog).toHaveCount(0);
  });
  await test.step('Typed for a member who is erased', async () => {
    await opens();
    await note.fill('Asked to be erased.');
    await page.getByRole('tab', { name: 'Account' }).click();
    await owner.presses('Erase the member');
    await dialog.getByLabel('Reason').fill('Asked to be erased.');
    await dialog.getByLabel('Their e-mail address').fill(email);
    await owner.presses('Erase for good');
    await expect(page).toHaveURL(/\/members$/);
    await expect(dialog).toHaveCount(0);
  });
});

test('What is typed while a save is on its way stays, and goes with the next one', async ({ owner, request }) => {
  const { page } = owner;
  const email = await signsUp(request, { workshop: 'Wood\r\nMetal' });
  const opens = async (tab: string) => {
    await owner.open(`/sites/app_demo/members?search=${email}`);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('tab', { name: tab }).click();
  };
  await test.step('Fields of a member', async () => {
    await opens('Fields');
    const [phone, code] = [page.getByLabel('Phone'), page.getByLabel('Referral code')];
    const letPass = await holdsBack(page, '**/members/*');
    await phone.fill('+64 21 555 0101');
    await owner.presses('Save the fields');
    await code.fill('typed since');
    letPass();
    await expect(page.getByText('The fields are saved')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save the fields' })).not.toHaveAttribute('aria-busy');
    await expect(code).toHaveValue('typed since');
    await expect(phone).toHaveValue('+64 21 555 0101');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await owner.presses('Save the fields');
    const sent = (await saved).request().postDataJSON() as { customFields: object };
    expect(sent.customFields).toEqual({ 'referral-code': 'typed since' });
    expect((await saved).status()).toBe(200);
  });
  await test.step('A note', async () => {
    await opens('Notes');
    const note = page.getByLabel('New note');
    const letPass = await holdsBack(page, '**/notes');
    await note.fill('Called twice.');
    await owner.presses('Add the note');
    await note.fill('Called twice. Wants a course.');
    letPass();
    await expect(page.getByRole('listitem').filter({ hasText: 'Called twice.' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Add the note' })).not.toHaveAttribute('aria-busy');
    await expect(note).toHaveValue('Called twice. Wants a course.');
    await owner.presses('Add the note');
    await expect(note).toHaveValue('');
    await expect(page.getByRole('listitem').filter({ hasText: 'Called twice.' })).toHaveCount(1);
    await expect(page.getByRole('listitem').filter({ hasText: 'Wants a course.' })).toHaveCount(1);
  });
  await test.step('A text to reuse', async () => {
    await owner.open('/requests/texts?partner=uts');
    const name = `Laptops of ${email}`;
    const form = page.getByRole('region', { name: 'New text' });
    const letPass = await holdsBack(page, '**/reply-texts');
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Text').fill('Any laptop.');
    await owner.presses('Add the text');
    await form.getByLabel('Text').fill('Any laptop of the last five years.');
    letPass();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add the text' })).not.toHaveAttribute('aria-busy');
    await owner.presses('Add the text');
    await expect(form.getByLabel('Name')).toHaveValue('');
    const text = page.getByRole('listitem').filter({ hasText: name });
    await expect(text).toHaveCount(1);
    await expect(text).toContainText('Any laptop of the last five years.');
    await owner.presses(`Delete ${name}`);
    await expect(text).toHaveCount(0);
  });
  await test.step('A new site, which is asked about until it is created', async () => {
    await owner.open('/sites/new');
    await page.getByLabel('What the site is called').fill('Asked about');
    await page.getByLabel('Name', { exact: true }).fill('Crew');
    const letPass = await holdsBack(page, '**/api/sites');
    await owner.presses('Create the site');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('dialog')).toContainText('The site is not created yet');
    await owner.presses('Stay here');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    letPass();
    await owner.sees('Asked about');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('A field of several lines, of which one alone is saved', async () => {
    await opens('Fields');
    const workshop = page.getByLabel('Favourite workshop');
    const letPass = await holdsBack(page, '**/members/*');
    await workshop.fill('Wood');
    await owner.presses('Save the fields');
    await workshop.fill('Wood\nGlass');
    letPass();
    await expect(page.getByText('The fields are saved')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save the fields' })).not.toHaveAttribute('aria-busy');
    await expect(workshop).toHaveValue('Wood\nGlass');
  });
});

test('A draft of page content is dropped, and an earlier text restored over what is typed, after a question', async ({
  owner,
}) => {
  const { page } = owner;
  const answer = page.getByLabel('Answer').first();
  // No other journey edits this piece.
  await owner.open('/content/mtu/faq.general');
  const before = await answer.inputValue();
  const publishes = async (text: string) => {
    const dialog = page.getByRole('dialog', { name: 'Publish this text?' });
    await answer.fill(text);
    await owner.presses('Publish…');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await test.step('A draft', async () => {
    await answer.fill('Written with care.');
    await owner.presses('Save the draft');
    await owner.presses('Drop the draft…');
    await owner.presses('Keep it');
    await expect(answer).toHaveValue('Written with care.');
    await owner.presses('Drop the draft…');
    await owner.isAccessible();
    await owner.presses('Drop it');
    await expect(answer).toHaveValue(before);
  });
  await test.step('A draft, with what is typed while it is dropped', async () => {
    await answer.fill('Written with care.');
    await owner.presses('Save the draft');
    await owner.presses('Drop the draft…');
    const letPass = await holdsBack(page, '**/discard');
    await owner.presses('Drop it');
    await page.keyboard.press('Escape');
    await answer.fill('Typed since.');
    letPass();
    await expect(page.getByText('The draft is dropped').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Drop the draft…' })).toHaveCount(0);
    await expect(answer).toHaveValue('Typed since.');
    await answer.fill(before);
  });
  await test.step('An earlier text', async () => {
    await publishes('The first.');
    await publishes('The second.');
    await answer.fill('Typed since.');
    const restore = page.getByRole('button', { name: /^Restore/ }).first();
    await restore.click();
    await owner.presses('Go on editing');
    await expect(answer).toHaveValue('Typed since.');
    await restore.click();
    await owner.presses('Restore it');
    await expect(answer).toHaveValue('The first.');
  });
  await owner.presses('Go back to the text of all partners…');
  await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click();
  await expect(answer).toHaveValue(before);
});

test('A form in which nothing was typed, or nothing changed, is left without a question', async ({ owner }) => {
  const { page } = owner;
  for (const path of ['/cohorts/new', '/webinars/new', '/sites/new', '/requests/texts']) {
    await owner.open(path);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/console\/?$/);
  }
  await owner.open('/cohorts?partner=uts');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Change' }).click();
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('Typed by hand');
  await name.fill(before);
  await owner.presses('Save the changes');
  await expect(page.getByText('Nothing was changed').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/console\/?$/);
});
