import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test, type DemoSite } from './demo-site.ts';
import { buildPerson } from './portal.ts';

/** Comments on a foreign page. */

/** Opens the page with a new channel. */
async function opensTalk(site: DemoSite, change = (html: string) => html): Promise<void> {
  const { page, request } = site;
  const key = `talk-${randomBytes(6).toString('hex')}`;
  const answer = await request.get(`${process.env.INTAKE_DEMO_URL}/talk`);
  const html = (await answer.text()).replace('"workbench"', `"${key}"`).replace('limit="5"', 'limit="2"');
  // Without the site's content security policy, which would mask an XSS of ours.
  await page.route('**/talk', (route) => route.fulfill({ contentType: 'text/html', body: change(html) }));
  await site.opens('/talk');
}

const posts = (page: Page) => page.locator('[data-ms-post="item"]');
const news = (page: Page) => page.locator('intake-news').getByRole('status');

test('a visitor writes, signs up for it, and the words are there', async ({ site }) => {
  const { page } = site;
  const { email, password } = buildPerson();
  await opensTalk(site);
  await site.sees('Nobody has asked anything yet. Be the first.');
  await expect(page.getByText('What somebody asked.')).toHaveCount(0);
  const question = page.getByLabel('What do you want to ask?');
  await question.fill('Is <b>oak</b> hard & heavy?\n<img src=x onerror="window.hit = 1">');

  await site.presses('Say it');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await site.sees('Please log in first.');
  await expect(question).toHaveValue(/oak/);

  await site.presses('Say it');
  await site.presses("Don't have an account?", dialog);
  await dialog.getByLabel('First name').fill('Ana');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await site.presses('Sign up', dialog);
  await expect(posts(page)).toHaveCount(1);
  await expect(news(page)).toHaveText('Your comment has been added.');
  await expect(posts(page)).toContainText('Ana');
  await expect(posts(page)).toContainText('Is <b>oak</b> hard & heavy?');
  await expect(question).toHaveValue('');
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  await expect(page.getByRole('heading', { name: 'Questions: 1' })).toBeVisible();
});

test('members change their words, answer, vote and delete; a visitor only reads', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  await opensTalk(site);
  await page.getByLabel('What do you want to ask?').fill('Which saw?\nThe small one?');
  await site.presses('Say it');
  const post = posts(page).first();

  await site.presses('Change', post);
  const words = page.getByLabel('Edit comment');
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('Which saw?\nThe small one?');
  await words.fill('Which plane?');
  await site.presses('Save', post);
  await expect(post.getByText('Which plane?')).toBeVisible();
  await expect(post.getByRole('button', { name: 'Change' })).toBeFocused();

  await site.presses('Good question 0', post);
  await expect(post.getByRole('button', { name: 'Good question 1', pressed: true })).toBeVisible();
  await site.presses('Answers 0', post);
  await expect(post.getByRole('button', { name: 'Answers 0', expanded: true })).toBeVisible();
  for (const answer of ['The long one.', 'The short one.', 'Either.']) {
    await post.getByLabel('Your answer').fill(answer);
    await site.presses('Answer', post);
    await expect(post.getByText(answer, { exact: true })).toBeVisible();
  }
  await expect(post.getByRole('button', { name: 'Answers 3' })).toBeVisible();
  await site.isAccessible();
  await site.presses('Mail me answers');
  await expect(page.getByRole('button', { name: 'Mail me answers', pressed: true })).toBeVisible();

  const answers = post.locator('[data-ms-thread="item"]');
  const remove = answers.first().locator('[data-ms-thread="delete"]');
  await remove.dblclick();
  await expect(remove).toHaveText('Are you sure?');
  await remove.click();
  await expect(answers).toHaveCount(2);
  await expect(answers.first()).toBeFocused();
  await expect(news(page)).toHaveText('The comment has been deleted.');

  await site.logsOut();
  await expect(post.getByRole('button', { name: 'Change' }).filter({ visible: true })).toHaveCount(0);
  await expect(post.getByRole('button', { name: 'Good question 1', pressed: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mail me answers' })).toBeHidden();
});

test('there are more than a page shows, in the order somebody wants', async ({ site }) => {
  const { page } = site;
  await site.signsUp();
  await opensTalk(site);
  const written = ['one', 'two', 'three'];
  const key = await page.locator('[data-ms-channel]').getAttribute('data-ms-channel');
  await page.evaluate(
    async ([channelKey, contents]) => {
      const { createPost } = (window as unknown as { Intake: Client }).Intake;
      for (const content of contents) await createPost({ channelKey, content });
    },
    [key!, written] as const,
  );
  await page.reload();
  const words = posts(page).locator('[data-ms-post="content"]');
  await expect(words).toHaveText(['three', 'two']);
  await site.presses('Show more questions');
  await expect(words).toHaveText(['three', 'two', 'one']);
  await expect(page.getByRole('button', { name: 'Show more questions' })).toBeHidden();
  await page.getByLabel('Show first').selectOption('oldest');
  await expect(words).toHaveText(written);
});

test('no script in comments and names runs (XSS)', async ({ site }) => {
  const { page } = site;
  const hit = 'window.hit = 1';
  const said = {
    id: '__proto__',
    internalOrder: '1',
    createdAt: 'no date',
    updatedAt: '',
    content: `<b>Bold</b><img src=x onerror="${hit}"><script>${hit}</script><a href="javascript:${hit}">Link</a><svg onload="${hit}">`,
    member: { id: 'constructor', customFields: {}, profileImage: `javascript:${hit}` },
    _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
    activeMemberVote: 'NONE',
  };
  await page.route('**/comments/posts?*', (route) => {
    const origin = route.request().headers()['origin'] ?? '';
    return route.fulfill({
      json: { data: { posts: [said], totalCount: 1 } },
      headers: { 'access-control-allow-origin': origin },
    });
  });
  const names = ['a b', '<script>', 'x'.repeat(201), '"', "'", '\\', '[data-ms-post]', '   '];
  const hostile = names.map((name) => `<div data-ms-channel="${escape(name)}"><i data-ms-post>…</i></div>`).join('');
  await opensTalk(site, (html) =>
    html.replace('<main', `<form name="body"><input name="querySelectorAll">${hostile}</form><main`),
  );
  const post = posts(page).last();
  await expect(post.getByText('Bold')).toBeVisible();
  await expect(post.getByRole('link')).toHaveCount(0);
  await expect(post.getByText('Member', { exact: true })).toBeVisible();
  await expect(post.locator('img')).not.toHaveAttribute('src', /javascript/);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  // Blanks stand for the page's own channel; the others are no names.
  await expect(page.locator('form[name="body"] [data-ms-channel]').filter({ visible: true })).toHaveCount(1);
});

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

interface Client {
  createPost(post: { channelKey: string; content: string }): Promise<unknown>;
}
