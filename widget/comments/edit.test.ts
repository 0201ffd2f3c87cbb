import { expect, test } from 'vitest';
import { arrive, arriveAsMember, find, memberWith, siteWith } from '../testing/visit.ts';
import { showComments } from './comments.ts';
import { editInSection } from './edit-section.ts';
import { edit } from './edit.ts';

type Editing = Pick<Parameters<typeof edit>[0], 'before' | 'save' | 'onEnd' | 'tell'>;

/** Begins to edit a comment, and sends new words that the service has not answered yet. */
const ways = {
  'a section of the page': (options: Editing) => {
    arrive(`<form><textarea></textarea><button>Save</button>
      <button type="button" id="cancel" data-ms-post-edit="cancel">Leave it</button></form>`);
    editInSection({ kind: 'post', section: find('form'), ...options });
    find<HTMLTextAreaElement>('textarea').value = 'new words';
    find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  },
  'a field of ours': (options: Editing) => {
    arrive('<div id="words">old words</div><button id="edit">Edit</button>');
    edit({ content: find('#words'), looks: { field: undefined, button: find('#edit') }, ...options });
    find<HTMLTextAreaElement>('textarea').value = 'new words';
    const [save, cancel] = find('#words').querySelectorAll('button');
    cancel!.id = 'cancel';
    save!.click();
  },
};

test.each(Object.entries(ways))(
  'an edit in %s that is being saved is not given up, and ends once',
  async (_, begin) => {
    const answer = Promise.withResolvers<void>();
    let ends = 0;
    begin({ before: 'old words', save: () => answer.promise, onEnd: () => (ends += 1), tell: () => undefined });
    find('#cancel').click();
    find('textarea').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(ends).toBe(0);
    answer.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(ends).toBe(1);
  },
);

test.each(Object.entries(ways))('an edit in %s that was refused can be given up', async (_, begin) => {
  const told: unknown[] = [];
  let ends = 0;
  begin({
    before: 'old words',
    save: () => Promise.reject(new Error('refused')),
    onEnd: () => (ends += 1),
    tell: (error) => told.push(error),
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(told).toHaveLength(1);
  find('#cancel').click();
  expect(ends).toBe(1);
});

/** A post with a link, in a page with these parts for the change of one, whose author presses Edit. */
async function editsPost(parts: string) {
  const said = {
    id: 'post_1',
    internalOrder: '1',
    createdAt: '2026-03-02T10:00:00.000Z',
    updatedAt: '2026-03-02T10:00:00.000Z',
    content: 'See <a href="https://plans.example/">the plan</a>, <b>today</b>',
    member: { id: 'mem_1', customFields: {}, profileImage: null },
    _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
    activeMemberVote: 'NONE',
  };
  const { asked, page } = arriveAsMember(
    `<div data-ms-channel="tools"><article data-ms-post><div data-ms-post="content"></div>
      <button data-ms-post="edit">Edit</button>${parts}</article></div>`,
    {
      'GET /app': siteWith(),
      'GET /member': memberWith(),
      'GET /comments/posts': { posts: [said], totalCount: 1 },
      'PATCH /comments/posts/post_1/update': (body) => ({ ...said, ...(body as object) }),
    },
  );
  await page.membership.getCurrentMember();
  showComments([document], page, undefined);
  await expect.poll(() => document.querySelector('[data-ms-post=edit]:not([data-ms-hidden])')).not.toBeNull();
  find('[data-ms-post=edit]').click();
  const saved = () => asked.find(({ call }) => call.startsWith('PATCH'))?.body as { content: string } | undefined;
  return { saved };
}

const section = (field: string) =>
  `<div data-ms-post-edit="section"><form data-ms-post-edit="form">${field}<button>Save it</button></form></div>`;
const inPlace = () => find('.ms-comment-edit button').click();
const inSection = () => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

test.each([
  ['in its place', '', inPlace],
  ['in its place, where the page has a text field for it', section('<textarea></textarea>'), inPlace],
  ['in a field of the page that takes formatting', section('<div contenteditable></div>'), inSection],
])('words with a link and bold ones keep both where they are changed %s', async (_, parts, save) => {
  const { saved } = await editsPost(parts);
  await expect.poll(() => document.querySelector('[contenteditable] b')).not.toBeNull();
  find('[contenteditable] b').append(' and tomorrow');
  save();
  await expect.poll(saved).toBeDefined();
  const written = document.createElement('div');
  written.innerHTML = saved()!.content;
  expect(written.textContent).toBe('See the plan, today and tomorrow');
  expect(written.querySelector('a')?.href).toBe('https://plans.example/');
  expect(written.querySelector('b')?.textContent).toBe('today and tomorrow');
});

test('words with a link that were not changed are not saved', async () => {
  const { saved } = await editsPost('');
  await expect.poll(() => document.querySelector('[contenteditable] a')).not.toBeNull();
  inPlace();
  expect(find('[data-ms-post=content]').querySelector('[contenteditable]')).toBeNull();
  expect(saved()).toBeUndefined();
});
