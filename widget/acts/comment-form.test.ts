import { expect, test } from 'vitest';
import { arriveAsMember, find, memberWith, refusal, siteWith } from '../testing/visit.ts';
import { sendForm } from './forms.ts';

const commentForm = '<form data-ms-form="comment"><textarea>Which saw?</textarea></form>';
const post = (content: string) => ({
  id: 'post_1',
  internalOrder: '1',
  createdAt: '2026-03-02T10:00:00.000Z',
  content,
  member: { id: 'mem_1', customFields: {}, profileImage: null },
  _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
  activeMemberVote: 'NONE',
});
const answers = {
  'GET /app': siteWith(),
  'GET /member': memberWith(),
  'GET /comments/posts': { posts: [], totalCount: 0 },
  'POST /comments/posts': (body: unknown) => post((body as { content: string }).content),
};
const channel = `<div data-ms-channel="tools"><i data-ms-post><b data-ms-post="content"></b></i>${commentForm}</div>`;

test('a comment that is sent before its channel is drawn waits for the channel, and stands in it', async () => {
  const { asked, page } = arriveAsMember(channel, answers);
  await sendForm(find('form'), page);
  expect(asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toMatchObject([
    { channelKey: 'tools', content: 'Which saw?' },
  ]);
  expect(find<HTMLTextAreaElement>('textarea').value).toBe('');
  expect(find('[data-ms-post=content]').textContent).toBe('Which saw?');
});

test('the next comment, begun while the last one is sent, stays in the form', async () => {
  const written: string[] = [];
  const { page } = arriveAsMember(channel, {
    ...answers,
    'POST /comments/posts': (body) => {
      const { content } = body as { content: string };
      written.push(content);
      find<HTMLTextAreaElement>('textarea').value = 'And which plane?';
      return post(content);
    },
  });
  await sendForm(find('form'), page);
  expect(written).toEqual(['Which saw?']);
  expect(find<HTMLTextAreaElement>('textarea').value).toBe('And which plane?');
});

test('a comment is kept in its form, and the reason told, where the settings of the site do not come', async () => {
  const { asked, page } = arriveAsMember(channel, { ...answers, 'GET /app': refusal('service-unavailable') });
  await expect(sendForm(find('form'), page)).rejects.toMatchObject({ code: 'service-unavailable' });
  expect(find<HTMLTextAreaElement>('textarea').value).toBe('Which saw?');
  expect(asked.map(({ call }) => call)).not.toContain('POST /comments/posts');
});

test('a comment form outside of every channel says that it cannot be sent', async () => {
  const { page } = arriveAsMember(commentForm, answers);
  await expect(sendForm(find('form'), page)).rejects.toMatchObject({ message: 'Comments cannot be sent here.' });
});

test('a form of the kind "post" writes a post, one of the kind "thread" only a reply', async () => {
  const { asked, page } = arriveAsMember(channel.replaceAll('"comment"', '"post"'), answers);
  await sendForm(find('form'), page);
  expect(asked.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call)).toEqual(['POST /comments/posts']);
  find('form').dataset['msForm'] = 'thread';
  find<HTMLTextAreaElement>('textarea').value = 'Which saw?';
  await expect(sendForm(find('form'), page)).rejects.toMatchObject({ message: 'Comments cannot be sent here.' });
});
