import { beforeEach, expect, test } from 'vitest';
import { arrive, home } from '../testing/visit.ts';
import { bySettings, goTo, onSite } from './redirect.ts';

let visit: ReturnType<typeof arrive>;
beforeEach(() => {
  visit = arrive('', '/shop/page');
});

/** All of them leave the site, or run something, however they are read. */
const hostile = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https:/\\evil.example',
  'https://site.example.evil.example/',
  'https://site.example@evil.example/',
  'https://site.example:8443/',
  'http://site.example/',
  'https://other.site.example/',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://site.example/1',
  'https://',
];

test.each(hostile)('an address in the page never leads off the site: %j', (address) => {
  expect(onSite(address)).toBeUndefined();
});

test.each([
  ['/members', `${home}/members`],
  ['members?tab=1#top', `${home}/shop/members?tab=1#top`],
  [`${home}/members`, `${home}/members`],
  ['HTTPS://SITE.EXAMPLE/members', `${home}/members`],
  ['?welcome', `${home}/shop/page?welcome`],
])('an address within the site is read as the browser reads it: %s', (address, read) => {
  expect(onSite(address)).toBe(read);
});

test('the word current-url leads to the page itself, with its query and fragment', () => {
  arrive('', '/shop/page?tab=2#reviews');
  expect(onSite('current-url')).toBe(`${home}/shop/page?tab=2#reviews`);
});

test.each([null, undefined, ''])('where nothing is said, nobody is led anywhere: %j', (address) => {
  expect(onSite(address)).toBeUndefined();
  expect(bySettings(address)).toBeUndefined();
});

test('the settings of a site may lead to another https site, never to a script or an open line', () => {
  expect(bySettings('https://school.example/welcome')).toBe('https://school.example/welcome');
  expect(bySettings('/members')).toBe(`${home}/members`);
  const others = ['http://school.example/', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example'];
  expect(others.filter((address) => bySettings(address) !== undefined)).toEqual([]);
});

test('a page is not loaded again to lead to where it is', () => {
  expect(goTo(`${home}/shop/page`)).toBe(false);
  expect(goTo(undefined)).toBe(false);
  expect(visit.wentTo).toEqual([]);
  expect(goTo(`${home}/shop/other`)).toBe(true);
  expect(visit.wentTo).toEqual([`${home}/shop/other`]);
});
