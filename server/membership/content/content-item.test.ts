import { expect, test } from 'vitest';
import { ContentItem, ContentItems } from './content-item.ts';

const file = { key: 'k', type: 'FILE', base64: 'JVBERg==', mediaType: 'application/pdf', fileName: 'a.pdf' };
const text = { key: 'k', type: 'TEXT', content: 'x' };

test('a text may be a megabyte, and so may a file', () => {
  expect(ContentItem.safeParse({ ...text, content: 'x'.repeat(1_000_000) }).success).toBe(true);
  expect(ContentItem.safeParse({ ...file, base64: Buffer.alloc(1_000_000).toString('base64') }).success).toBe(true);
});

test('a file may be written in lines, and is compared without them', () => {
  expect(ContentItem.parse({ ...file, base64: 'JVBE\n  Rg==\n' })).toMatchObject({ base64: 'JVBERg==' });
});

test('content without an audience is closed to every member', () => {
  expect(ContentItem.parse(text)).toMatchObject({ allowAllMembers: false, plans: [] });
});

test.each<[string, object]>([
  ['too much text', { ...text, content: 'x'.repeat(1_000_001) }],
  ['too much in fewer characters', { ...text, content: 'é'.repeat(500_001) }],
  ['too large a file', { ...file, base64: Buffer.alloc(1_000_001).toString('base64') }],
  ['JSON that is none', { ...text, type: 'JSON', content: '{' }],
  ['a link that runs', { ...text, type: 'LINK', content: 'data:text/html,x' }],
  ['a link to another host in disguise', { ...text, type: 'LINK', content: '//evil.example' }],
  ['an image that can carry script', { ...file, type: 'IMAGE', mediaType: 'image/svg+xml' }],
  ['a file that is not in base64', { ...file, base64: '!' }],
  ['a file name that leads elsewhere', { ...file, fileName: '../f' }],
  ['a file name of two lines', { ...file, fileName: 'a\r\nset-cookie: x' }],
  ['a media type of two lines', { ...file, mediaType: 'a/b\r\nset-cookie: x' }],
  ['a key that is an address', { ...text, key: '../k' }],
  ['a setting nobody knows', { ...text, public: true }],
  ['a type nobody knows', { ...text, type: 'XML' }],
])('%s is refused', (_, item) => {
  expect(ContentItem.safeParse(item).success).toBe(false);
});

test('two items never share a key', () => {
  expect(ContentItems.safeParse([text, { ...text, key: 'other' }]).success).toBe(true);
  expect(ContentItems.safeParse([text, text]).success).toBe(false);
});
