import { describe, expect, test } from 'vitest';
import type { SiteFacts } from './finding.ts';
import { createInspection } from './inspection.ts';
import { pageOf, problemsIn, tree, wholePage } from './testing/changing-page.ts';

/** Channels, posts and replies, by our names and by those of the original page library. */

const site: SiteFacts = {
  plans: [],
  customFields: [
    { key: 'first-name', visibility: 'PUBLIC' },
    { key: 'workshop', visibility: 'MEMBERS' },
    { key: 'phone', visibility: 'PRIVATE' },
  ],
  contentGroups: [],
  authProviders: [],
};
type Fact = [html: string, ...problems: string[]];
const facts = (rows: Fact[]) =>
  test.for(rows)('%s', ([html, ...problems]) => expect(problemsIn(wholePage(html), site)).toEqual(problems));

describe('comments', () => {
  const inChannel = (html: string) => `<div data-ms-channel="bench">${html}</div>`;
  facts([
    ['<div data-ms-post></div>', 'orphan-commenting-ui'],
    ['<div data-ms-thread="item"></div>', 'orphan-commenting-ui'],
    ['<b data-ms-post-creator="first-name"></b>', 'orphan-commenting-ui'],
    ['<b data-ms-thread-creator="first-name"></b>', 'orphan-commenting-ui'],
    // Of a whole template only the outermost is told.
    [
      '<div data-ms-post><b data-ms-post-creator="first-name"></b><i data-ms-post="content"></i><div data-ms-thread="container"><div data-ms-thread="item"></div></div></div>',
      'orphan-commenting-ui',
    ],
    ['<div data-ms-post></div><div data-ms-post></div>', 'orphan-commenting-ui', 'orphan-commenting-ui'],
    [`${inChannel('')}<div data-ms-post></div>`, 'orphan-commenting-ui'],
    // The original page library's names for the same.
    ...['post-content', 'post-delete', 'post-load', 'thread-edit', 'thread-delete', 'thread-load', 'thread-sort'].map(
      (name): Fact => [`<b data-ms-${name}></b>`, 'orphan-commenting-ui'],
    ),
    ...['channel-content', 'channel-notify', 'channel-notifications', 'channel-presence'].map((name): Fact => [
      `<b data-ms-${name}></b>`,
      'orphan-commenting-ui',
    ]),
    ...['comment', 'post', 'thread'].map((kind): Fact => [
      `<form data-ms-form="${kind}"><textarea data-ms-post-content></textarea></form>`,
      'orphan-commenting-ui',
    ]),
    ['<div data-ms-post-edit="section"><form data-ms-post-edit="form"></form></div>', 'orphan-commenting-ui'],
    [inChannel('<form data-ms-form="thread"></form>'), 'orphan-commenting-ui'],
    [
      inChannel(
        '<div data-ms-post="container"><div data-ms-post="item"><form data-ms-form="thread"></form></div></div>',
      ),
    ],
    [inChannel('<form data-ms-form="post"><textarea data-ms-post-content></textarea></form>')],
    ['<div data-ms-channel data-ms-channel-content><b data-ms-channel-presence></b></div>'],
    [inChannel('<div data-ms-thread="container"><p data-ms-post-content></p></div>'), 'post-in-thread'],
    [inChannel('<div data-ms-thread="item"><b data-ms-post-creator="first-name"></b></div>'), 'post-in-thread'],
    [inChannel('<div data-ms-thread="container"><textarea data-ms-post-content></textarea></div>')],
    [inChannel('<div data-ms-post></div>')],
    [inChannel('<section><div data-ms-thread="container"></div></section>')],
    ['<div data-ms-channel="bench" data-ms-post></div>'],
    [inChannel('<div data-ms-thread="container"><i data-ms-post="content"></i></div>'), 'post-in-thread'],
    [inChannel('<div data-ms-thread="item"><b><i data-ms-post></i></b></div>'), 'post-in-thread'],
    [inChannel('<div data-ms-thread="container"><button data-ms-post="showThreads">Replies</button></div>')],
    [inChannel('<div data-ms-post><button data-ms-post="showThreads">Replies</button></div>')],
  ]);
});

describe('who wrote', () => {
  const creator = (kind: string, field: string) =>
    `<div data-ms-channel="bench"><b data-ms-${kind}-creator="${field}"></b></div>`;
  facts([
    [creator('post', 'phone'), 'private-custom-field'],
    [creator('thread', 'phone'), 'private-custom-field'],
    [creator('post', 'first-name')],
    [creator('post', 'workshop')],
    [creator('post', 'never-declared'), 'unknown-field'],
    [creator('post', ''), 'missing-attribute-value'],
    // To its own member a private field may be shown.
    ['<b data-ms-member="phone"></b>'],
  ]);

  test('a private field is told of only when it is time', () => {
    const inspection = createInspection(tree, site);
    inspection.lookAt([pageOf(wholePage(creator('post', 'phone')))]);
    const problems = () => inspection.findings().filter(({ type }) => type === 'error');
    expect(problems()).toEqual([]);
    inspection.lookLate();
    expect(problems().map(({ id }) => id)).toEqual(['private-custom-field']);
  });
});
