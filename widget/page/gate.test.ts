import { beforeEach, expect, test } from 'vitest';
import { arrive, find, memberWith, siteWith } from '../testing/visit.ts';
import { gate, hideGated, takenOut } from './gate.ts';
import type { Who } from './who.ts';

const app = siteWith();
const member = memberWith();
const unknown: Who = { member: undefined, whole: undefined, app: undefined };
const visitor: Who = { member: null, whole: null, app };
const ada: Who = { member, whole: member, app };

const isSeen = (selector: string): boolean => {
  const element = document.querySelector(selector);
  return element !== null && getComputedStyle(element).display !== 'none';
};

beforeEach(() => {
  document.adoptedStyleSheets = [];
  takenOut.clear();
});

test('what is for members stays in the page, unseen, until it is known who is there', () => {
  arrive('<p id="in" data-ms-content="members">for members</p>');
  hideGated();
  expect(gate(document, unknown)).toBe(true);
  expect(isSeen('#in')).toBe(false);
});

test('what is for members is not in a visitor’s page at all', () => {
  arrive('<p id="in" data-ms-content="members">for members</p><p id="out" data-ms-content="!members">join</p>');
  hideGated();
  expect(gate(document, visitor)).toBe(false);
  expect(document.body.textContent).toBe('join');
  expect(isSeen('#out')).toBe(true);
});

test('what waited comes back where it was when somebody signs in, and goes when they leave', () => {
  arrive('<p>a</p><p id="in" data-ms-content="members">b</p><p>c</p>');
  hideGated();
  gate(document, visitor);
  expect(document.body.textContent).toBe('ac');
  gate(document, ada);
  expect(document.body.textContent).toBe('abc');
  expect(isSeen('#in')).toBe(true);
  gate(document, visitor);
  expect(document.body.textContent).toBe('ac');
});

test('an element that says something else from now on is judged anew', () => {
  arrive('<p id="in" data-ms-content="!members">a</p>');
  hideGated();
  gate(document, visitor);
  find('#in').setAttribute('data-ms-content', 'members');
  gate(document, visitor);
  expect(document.querySelector('#in')).toBeNull();
});

test('a part of the page that the page itself took away is not put back', () => {
  arrive('<div id="part"><p data-ms-content="members">b</p></div>');
  gate(document, visitor);
  find('#part').remove();
  gate(document, visitor);
  expect(takenOut.size).toBe(0);
  gate(document, ada);
  expect(document.body.textContent).toBe('');
});

test('the page hears which element went, by its condition', () => {
  arrive('<p data-ms-content="members">b</p>');
  const heard: unknown[] = [];
  const hear = (event: Event) => heard.push((event as CustomEvent).detail);
  document.addEventListener('intake:content-removed', hear);
  gate(document, visitor);
  document.removeEventListener('intake:content-removed', hear);
  expect(heard).toEqual([{ condition: 'members' }]);
});

test('a bound element stays for everybody, and looks different to whom it is for', () => {
  arrive(
    '<p id="both" class="own" style="color: red" data-ms-content="members" data-ms-bind:class="in" data-ms-bind:style="color: blue"></p>',
  );
  const both = find('#both');
  for (let times = 0; times < 2; times += 1) {
    gate(document, ada);
    expect([both.className, both.style.color]).toEqual(['own in', 'blue']);
    gate(document, visitor);
    expect([both.className, both.style.color]).toEqual(['own', 'red']);
  }
});

test('what scripts of the page change at a bound element stays, at every redraw and after the log-out', () => {
  arrive(`<nav class="menu both" style="opacity: 0; color: red" data-ms-content="members"
    data-ms-bind:class="for-members both" data-ms-bind:style="color: blue"></nav>`);
  const menu = find('nav');
  const redraw = (who: Who) => {
    gate(document, who);
    return [menu.className, menu.style.opacity, menu.style.color];
  };
  redraw(visitor);
  menu.classList.add('opened');
  menu.style.opacity = '0.5';
  expect(redraw(visitor)).toEqual(['menu both opened', '0.5', 'red']);
  redraw(ada);
  menu.classList.remove('opened');
  menu.style.opacity = '1';
  expect(redraw(ada)).toEqual(['menu both for-members', '1', 'blue']);
  expect(redraw(visitor)).toEqual(['menu both', '1', 'red']);
});

test('a bound class that a framework has overwritten comes back with the next redraw', () => {
  arrive('<p class="a" data-ms-content="members" data-ms-bind:class="bound"></p>');
  gate(document, ada);
  find('p').className = 'b';
  gate(document, ada);
  expect(find('p').className).toBe('b bound');
});

test('a drawing can be bound by its class', () => {
  arrive('<svg class="own" data-ms-content="members" data-ms-bind:class="in"></svg>');
  gate(document, ada);
  expect(find('svg').getAttribute('class')).toBe('own in');
});

test.each(['', 'item', 'container', 'is-typing'])('in a channel nothing of "%s" is seen before it is drawn', (part) => {
  arrive(`<div data-ms-channel="talk"><article data-ms-post="${part}">Words</article></div>`);
  hideGated();
  expect(isSeen('article')).toBe(false);
  if (part === '') return;
  find('div').setAttribute('data-ms-drawn', '');
  expect(isSeen('article')).toBe(true);
});

test('conditions in the template of a comment are not about who looks at the page', () => {
  arrive('<div data-ms-post=""><i data-ms-content="members">x</i></div>');
  expect(gate(document, visitor)).toBe(false);
  expect(document.querySelector('i')).not.toBeNull();
});
