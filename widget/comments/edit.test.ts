import { expect, test } from 'vitest';
import { arrive, find } from '../testing/visit.ts';
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
