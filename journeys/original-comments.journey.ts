import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { expect, pressesTwice, test, type DemoSite } from './demo-site.ts';
import { builds } from './inspector.ts';

/** A page with comments in the words of the original page library, unchanged, in front of two people at once. */

/** Three posts at once, in a channel of its own. */
const buildTalk = (key = randomUUID()) => `<style>button { min-height: 32px }</style>
<div data-ms-channel="${key}" data-ms-channel-limit="3">
  <p data-ms-post="loading">One moment, please</p>
  <div data-ms-channel-content>
    <p>Here now: <span data-ms-channel-presence>0</span>, by name <span data-ms-channel-presence="first-name"></span></p>
    <label><input type="checkbox" data-ms-channel-notify> Tell me of answers</label>
    <p>New for you: <b data-ms-channel-notifications>0</b></p>
  </div>
  <form data-ms-form="post"><label>Say something <textarea data-ms-post-content></textarea></label><button>Post</button></form>
  <p data-ms-post="is-typing">Somebody is typing</p>
  <label>Order <select data-ms-post="sort"><option value="desc">Newest</option><option value="asc">Oldest</option></select></label>
  <div data-ms-post="container">
    <article data-ms-post="item">
      <strong data-ms-post-creator="first-name">Somebody</strong> <time data-ms-post="date"></time>
      <i data-ms-post="is-edited">edited</i>
      <div data-ms-post="content">Words</div>
      <div data-ms-post-edit="section">
        <form data-ms-post-edit="form"><label>Your words <textarea data-ms-post-edit="content"></textarea></label>
        <button>Save it</button> <button type="button" data-ms-post-edit="cancel">Leave it</button></form>
      </div>
      <button type="button" data-ms-post="like">Like <span data-ms-post="likeCount">0</span></button>
      <button type="button" data-ms-post="dislike">Dislike <span data-ms-post="dislikeCount">0</span></button>
      <button type="button" data-ms-post="edit">Edit</button>
      <button type="button" data-ms-post-delete>Delete</button>
      <button type="button" data-ms-post="showThreads">Replies</button>
      <div data-ms-thread="container">
        <button type="button" data-ms-thread-sort>Turn round</button>
        <div data-ms-thread="item"><span data-ms-thread="content"></span> <i data-ms-thread="is-edited">edited</i>
          <div data-ms-thread-edit="section"><form data-ms-thread-edit="form"><label>Words of the answer <textarea data-ms-thread-edit="content"></textarea></label><button>Keep it</button></form></div>
          <button type="button" data-ms-thread-edit>Edit answer</button>
          <button type="button" data-ms-thread-delete>Delete answer</button></div>
        <button type="button" data-ms-thread-load>More replies</button>
        <form data-ms-form="thread"><label>Answer <textarea></textarea></label><button>Reply</button></form>
      </div>
    </article>
  </div>
  <button type="button" data-ms-post-load>More posts</button>
</div>
<button type="button" data-ms-action="logout">Log out</button>`;

const posts = ({ page }: DemoSite) => page.locator('[data-ms-post="item"]');
const words = ({ page }: DemoSite) => page.locator('[data-ms-post="content"]');
const replies = (post: Locator) => post.locator('[data-ms-thread="content"]');

async function posted({ page }: DemoSite, text: string): Promise<void> {
  await page.getByLabel('Say something').fill(text);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

/** Two members, each in a browser of their own, in front of the same page. */
async function meet(arrive: () => Promise<DemoSite>): Promise<[DemoSite, DemoSite]> {
  const people: [DemoSite, DemoSite] = [await arrive(), await arrive()];
  const body = buildTalk();
  for (const each of people) {
    await builds(each, '/original-talk', body);
    await each.signsUp();
    await each.opens('/original-talk');
    await expect(each.page.getByText('One moment, please')).toBeHidden();
  }
  return people;
}

test('two members post, reply, vote, edit and delete, and each sees what the other does', async ({ arrive }) => {
  const [ana, ben] = await meet(arrive);
  await posted(ana, 'Which <b>saw</b> for oak?');
  await expect(words(ben)).toHaveText('Which <b>saw</b> for oak?');
  const [own, seen] = [posts(ana).first(), posts(ben).first()];
  await expect(seen.getByText('edited')).toBeHidden();
  await expect(seen.getByRole('button', { name: 'Edit', exact: true })).toBeHidden();
  await expect(seen.getByRole('button', { name: 'Delete', exact: true })).toBeHidden();

  await own.getByRole('button', { name: 'Edit', exact: true }).click();
  const field = own.getByLabel('Your words');
  await expect(field).toHaveValue('Which <b>saw</b> for oak?');
  await own.getByRole('button', { name: 'Leave it' }).click();
  await expect(field).toBeHidden();
  await own.getByRole('button', { name: 'Edit', exact: true }).click();
  await field.fill('Which saw for beech?');
  await own.getByRole('button', { name: 'Save it' }).click();
  await expect(field).toBeHidden();
  await expect(words(ben)).toHaveText('Which saw for beech?');
  await expect(seen.getByText('edited').first()).toBeVisible();

  await seen.getByRole('button', { name: 'Like 0', exact: true }).click();
  await expect(own.getByRole('button', { name: 'Like 1', exact: true })).toBeVisible();

  await own.getByRole('button', { name: 'Replies' }).click();
  await seen.getByRole('button', { name: 'Replies' }).click();
  for (const answer of ['The long one.', 'The short one.']) {
    await seen.getByLabel('Answer', { exact: true }).fill(answer);
    await seen.getByRole('button', { name: 'Reply' }).click();
    await expect(replies(seen).last()).toHaveText(answer);
  }
  await expect(replies(own)).toHaveText(['The long one.', 'The short one.']);
  await seen.getByRole('button', { name: 'Edit answer' }).first().click();
  await seen.getByLabel('Words of the answer').first().fill('The longest one.');
  await seen.getByRole('button', { name: 'Keep it' }).first().click();
  await expect(replies(own)).toHaveText(['The longest one.', 'The short one.']);
  await seen.getByRole('button', { name: 'Turn round' }).click();
  await expect(replies(seen)).toHaveText(['The short one.', 'The longest one.']);

  await pressesTwice(own, 'Delete');
  await expect(posts(ben)).toHaveCount(0);
});

test('more posts, their order, who is there, who types and what is new', async ({ arrive }) => {
  const [ana, ben] = await meet(arrive);
  const told = ben.page.locator('[data-ms-channel-notifications]');
  for (const text of ['one', 'two', 'three', 'four']) await posted(ana, text);
  await expect(words(ben)).toHaveText(['four', 'three', 'two', 'one']);

  await expect(ben.page.locator('[data-ms-channel-presence=""]')).toHaveText('2');
  await expect(ben.page.locator('[data-ms-channel-presence="first-name"]')).toHaveText('Ana, Ana');
  await expect(ben.page.getByText('Somebody is typing')).toBeHidden();
  // Said once it counts for ten seconds, and a busy machine may answer later.
  await expect(async () => {
    await ana.page.getByLabel('Say something').pressSequentially('fi');
    await expect(ben.page.getByText('Somebody is typing')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(ben.page.getByText('Somebody is typing')).toBeHidden();

  await ben.page.getByLabel('Tell me of answers').check();
  await expect(ben.page.locator('intake-news').getByRole('status')).toHaveText(/You will get an email/);
  await ben.page.goto('about:blank');
  await posted(ana, 'five');
  await ben.opens('/original-talk');
  await expect(told).toHaveText('1');
  await expect(told).toBeVisible();
  await expect(ben.page.getByLabel('Tell me of answers')).toBeChecked();
  await expect(words(ben)).toHaveText(['five', 'four', 'three']);
  await ben.page.getByRole('button', { name: 'More posts' }).click();
  await expect(words(ben)).toHaveText(['five', 'four', 'three', 'two', 'one']);
  await expect(ben.page.getByRole('button', { name: 'More posts' })).toBeHidden();
  await ben.page.getByLabel('Order').selectOption('Oldest');
  await expect(words(ben)).toHaveText(['one', 'two', 'three', 'four', 'five']);
  await ben.isAccessible();
});
