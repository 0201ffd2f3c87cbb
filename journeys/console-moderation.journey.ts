import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './console.ts';
import { buildPerson } from './portal.ts';

const headers = { 'x-api-key': 'pk_sb_demo' };

/** Signs somebody up at the demonstration site and lets them write. @returns their address and the channel */
async function write(request: APIRequestContext, name: string, content: string) {
  const { email, password } = buildPerson();
  const customFields = { 'first-name': name };
  const signedUp = await request.post('/auth/signup', { headers, data: { email, password, customFields } });
  const token = (await signedUp.json()).data.tokens.accessToken as string;
  const channelKey = `talk-${randomBytes(6).toString('hex')}`;
  const written = await request.post('/comments/posts', {
    headers: { ...headers, authorization: `Bearer ${token}` },
    data: { channelKey, content },
  });
  expect(written.ok()).toBe(true);
  return { email, channelKey };
}

test('A number on Home leads to its list, where spam is removed with a reason that the audit log keeps', async ({
  owner,
  request,
}) => {
  const { page } = owner;
  const name = `<img src=x onerror="window.hit = 1">`;
  const { channelKey } = await write(request, name, 'Cheap watches! &lt;b&gt;Now&lt;/b&gt;');
  await test.step('Home counts it, and its list has as many', async () => {
    await owner.open('/?site=app_demo');
    const number = page.getByRole('link', { name: /: New comments at Riverbend Makers, today$/ });
    await expect(number).not.toHaveText('0');
    await number.click();
    await owner.sees('Comments');
    await expect(page).toHaveURL(/at\.from=\d{4}-\d\d-\d\d&at\.until=/);
    await expect(page.getByRole('status').filter({ hasText: /^\d+ comments?$/ })).toBeVisible();
  });
  await test.step('Markup in a comment and a name is text', async () => {
    await owner.open(`/sites/app_demo/comments?channel=${channelKey}`);
    await expect(page.getByText('Cheap watches! <b>Now</b>')).toBeVisible();
    await expect(page.getByRole('link', { name })).toBeVisible();
    expect(await page.evaluate('window.hit')).toBeUndefined();
  });
  await test.step('By keyboard alone it is removed, and gone from the page', async () => {
    await page.getByRole('button', { name: /^Remove the comment of/ }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Remove this post?' });
    await expect(dialog).toContainText('cannot be brought back');
    await dialog.getByLabel('Reason').fill('Spam');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The post is removed')).toBeVisible();
    await owner.sees('No comments like that');
    const read = await request.get(`/comments/posts?channelKey=${channelKey}`, { headers });
    expect((await read.json()).data.totalCount).toBe(0);
  });
  await test.step('The audit log has who, what and why', async () => {
    await owner.open('/audit?action=comment.removed');
    await expect(page.getByText(new RegExp(`in ${channelKey}$`))).toBeVisible();
    await expect(page.getByText('Spam').first()).toBeVisible();
  });
});

test('A mail is found by the beginning of an address; its code is not shown, and a notice is sent again', async ({
  owner,
  request,
}) => {
  const { page } = owner;
  const { email } = await write(request, 'Mia', 'Hello');
  await test.step('What carries a link is told, not shown', async () => {
    await owner.open('/mails');
    await page.getByRole('searchbox').fill(email.slice(0, -4));
    await expect(page.getByRole('status').filter({ hasText: /^1 mail$/ })).toBeVisible();
    await page.getByRole('link', { name: 'Confirm your email address' }).click();
    await expect(page.getByText('What it said is not shown')).toBeVisible();
  });
  await test.step('A notice stands there as it looked', async () => {
    await owner.open('/mails?kind=staff-new-device');
    await page.getByRole('link', { name: 'Somebody signed in' }).last().click();
    const frame = page.frameLocator('iframe[title="The mail as it looks"]');
    await expect(frame.getByRole('heading', { name: 'Somebody signed in to Intake as you' })).toBeVisible();
    await page.getByRole('tab', { name: 'Plain text' }).click();
    await expect(page.getByText('If it was you, you need not do anything.')).toBeVisible();
  });
  await test.step('A copy leaves', async () => {
    const first = page.url();
    await owner.presses('Send again');
    await owner.presses('Send the copy');
    await expect(page.getByText(/^A copy goes to/)).toBeVisible();
    await expect(page).not.toHaveURL(first);
  });
});
