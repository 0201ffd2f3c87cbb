import { expect, test } from 'vitest';
import type { Comment as Said } from '../../contract/comments.ts';
import { all } from '../page/dom.ts';
import { arriveAsMember, find } from '../testing/visit.ts';
import { drawComment } from './comment-view.ts';

test('the picture of an author takes the place of those for several sizes', () => {
  const sizes = 'srcset="https://site.example/nobody-500.png 500w" sizes="100vw"';
  const { page } = arriveAsMember(
    `<p><img ${sizes} data-ms-post="ownerProfileImage"><img ${sizes} data-ms-post-creator="profile-image"></p>`,
    {},
  );
  const picture = 'https://members.example/1.png';
  const said = {
    content: '',
    createdAt: '2026-03-02T10:00:00.000Z',
    member: { id: 'mem_2', customFields: {}, profileImage: picture },
    _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
  } as unknown as Said;
  drawComment({ element: find('p'), kind: 'post', membership: page.membership, said, isEdited: false });
  expect(all(document, 'img').map((image) => (image as HTMLImageElement).srcset)).toEqual([picture, picture]);
});
