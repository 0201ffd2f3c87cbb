import { describe, expect, test } from 'vitest';
import { canOpen, isGateable, isOpenTo, type GatedAddresses } from './gated-addresses.ts';

const group = (url: string, filter = 'STARTS', more: Partial<GatedAddresses> = {}): GatedAddresses => ({
  allowAllMembers: false,
  plans: [{ id: 'pln_gold' }],
  redirect: '/join',
  urls: [{ url, filter }],
  ...more,
});
const gold = new Set(['pln_gold']);
const silver = new Set(['pln_silver']);
/** Whether the setting matches the address: then a member of another plan may not open it. */
const isGated = (url: string, filter: string, address: string) => !canOpen([group(url, filter)], silver, address);

describe('a content group', () => {
  test('is open to members with one of its plans', () => {
    expect(isOpenTo(group('/x'), gold)).toBe(true);
    expect(isOpenTo(group('/x'), silver)).toBe(false);
    expect(isOpenTo(group('/x'), new Set())).toBe(false);
  });

  test('of all members is open to every member, and to no visitor', () => {
    const members = group('/x', 'STARTS', { allowAllMembers: true, plans: [] });
    expect(isOpenTo(members, new Set())).toBe(true);
    expect(isOpenTo(members, undefined)).toBe(false);
  });

  test('without a plan is closed to every member', () => {
    expect(isOpenTo(group('/x', 'STARTS', { plans: [] }), gold)).toBe(false);
  });
});

describe('an address', () => {
  test('that no setting matches is public', () => {
    expect(canOpen([group('/club')], undefined, 'https://www.example.com/about')).toBe(true);
    expect(canOpen([], undefined, '/club')).toBe(true);
  });

  test('that two groups match needs both', () => {
    const all = group('/club', 'STARTS', { allowAllMembers: true });
    const inner = group('/club/gold');
    expect(canOpen([all, inner], silver, '/club/news')).toBe(true);
    expect(canOpen([all, inner], silver, '/club/gold/news')).toBe(false);
    expect(canOpen([inner, all], gold, '/club/gold/news')).toBe(true);
  });

  test('of another host is not matched by a setting with a host', () => {
    const setting = 'https://club.example/inside';
    expect(isGated(setting, 'EQUALS', 'https://club.example/inside')).toBe(true);
    expect(isGated(setting, 'EQUALS', 'https://other.example/inside')).toBe(false);
    expect(isGated(setting, 'EQUALS', '/inside')).toBe(true);
    expect(isGated('/inside', 'EQUALS', 'https://other.example/inside')).toBe(true);
  });
});

test.each<[string, string, string[], string[]]>([
  ['/club', 'EQUALS', ['/club', '/club/', '/club?a=/b', '/club#top'], ['/club/x', '/clubs', '/', '/x/club']],
  ['/club/', 'EQUALS', ['/club', '/club/'], ['/club/x']],
  ['/', 'EQUALS', ['/', '', '/?x', 'https://a.example'], ['/x']],
  ['/', 'STARTS', ['/', '/x', '/x/y'], []],
  ['/club', 'STARTS', ['/club', '/club/', '/club/a/b', '/clubhouse', '/clubhouse/a'], ['/clu', '/x/club', '/']],
  ['/club/', 'STARTS', ['/club', '/club/', '/club/a/b'], ['/clubhouse', '/clu']],
  ['/a/b', 'STARTS', ['/a/b', '/a/bc', '/a/b/c'], ['/a', '/a/', '/ab', '/a/c/b']],
  ['/*/inside', 'EQUALS', ['/x/inside', '/y/inside/'], ['/inside', '/x/y/inside', '/x/inside/z']],
  [
    '/courses/*/lessons',
    'STARTS',
    ['/courses/data/lessons', '/courses/data/lessons/1'],
    ['/courses/lessons', '/courses/data'],
  ],
  ['/day-*-of-*', 'EQUALS', ['/day-1-of-2', '/day--of-'], ['/day-1', '/day-1-of', '/day-1/of-2', '/a-day-1-of-2']],
  ['/file*.pdf', 'EQUALS', ['/file.pdf', '/file-2.pdf'], ['/file.pdfx', '/fil.pdf', '/file/.pdf']],
  ['/ab*ba', 'EQUALS', ['/abba', '/ab-ba'], ['/aba']],
  ['/a.c', 'EQUALS', ['/a.c'], ['/abc']],
])('%s %s matches %j and not %j', (url, filter, named, others) => {
  expect(named.filter((address) => !isGated(url, filter, address))).toEqual([]);
  expect(others.filter((address) => isGated(url, filter, address))).toEqual([]);
});

test.each([
  '/Premium/Page',
  '/premium/%70age',
  '/%70remium/page',
  '//premium//page',
  '\\premium\\page',
  '/x/../premium/page',
  '/x/%2e%2e/premium/page',
  '/./premium/%2E/page',
  '/premium;v=1/page;jsessionid=2',
  '/premium%3bv=1/page',
  '/premium/page/',
  '/premium/page?x=1#y',
  '/pre\tmium/pa\nge',
  'https://CLUB.example/premium/page',
  'https://club.example:443/premium/page',
  'https://club.example./premium/page',
  'https://somebody@club.example/premium/page',
  'premium/page',
])('%j is another spelling of the same address', (address) => {
  expect(isGated('https://club.example/premium/page', 'EQUALS', address)).toBe(true);
});

test('composed and decomposed accents (NFC, NFD) are the same address', () => {
  expect(isGated('/caf\u00e9', 'EQUALS', '/cafe\u0301')).toBe(true);
  expect(isGated('/café', 'EQUALS', '/caf%C3%A9')).toBe(true);
});

test.each([
  '/%2570remium',
  '/x/%252e%252e/premium',
  '/x%2fpremium',
  '/x%2Fpremium',
  '/premium%5c..%5cx',
  '/premium/..;/x',
  '/premium/.;a=b/x',
  '/premium/%2e%2e;/x',
  '/%',
  '/%c3%28',
  '/premium%00.png',
  'mailto:ana@club.example',
  'data:text/html,x',
  'https://',
])('%j is ambiguous, so it is closed, except where nothing is gated', (address) => {
  expect(canOpen([group('/premium', 'EQUALS')], silver, address)).toBe(false);
  expect(canOpen([group('/premium', 'EQUALS')], gold, address)).toBe(false);
  expect(canOpen([], silver, address)).toBe(true);
});

test('a setting begins with a slash or a host, and is unambiguous', () => {
  for (const url of ['/', '/club', '/club/*', 'https://club.example/x', '//club']) expect(isGateable(url)).toBe(true);
  for (const url of ['', 'club', 'club.example/x', '/a%2fb', '/%', 'ftp://club.example/', '/%2561', '/..;/x'])
    expect(isGateable(url)).toBe(false);
  // A setting that slipped past the check fails closed.
  expect(isGated('/%', 'EQUALS', '/anything')).toBe(true);
});

test('a pattern of many wildcards does not backtrack exponentially (ReDoS)', () => {
  const startedAt = performance.now();
  const pattern = `/${'a*'.repeat(20_000)}b`;
  expect(isGated(pattern, 'STARTS', `/${'a'.repeat(50_000)}c`)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
