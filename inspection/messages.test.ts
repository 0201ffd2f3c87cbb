import { expect, test } from 'vitest';
import type { SiteFacts } from './finding.ts';
import { createInspection } from './inspection.ts';
import { pageOf, tree, wholePage } from './testing/changing-page.ts';

/** Messages that depend on what a builder has most likely meant. */

const site: SiteFacts = {
  plans: [{ id: 'pln_paid', name: 'Maker', prices: [{ id: 'prc_month' }] }],
  customFields: [],
  contentGroups: [],
  authProviders: [{ provider: 'google' }],
};

/** What is said of the first problem. */
function firstIn(html: string) {
  const inspection = createInspection(tree, site);
  inspection.lookAt([pageOf(wholePage(html))]);
  return inspection.findings()[0]!;
}
const messageIn = (html: string): string => firstIn(html).message;

test('a plan that there is and that costs something is not headed as one that there is not', () => {
  const titleOf = (id: string) => firstIn(`<a href="/join" data-ms-plan:add="${id}">Join</a>`).title;
  expect(titleOf('pln_paid')).toBe('This plan is not free');
  expect(titleOf('pln_gone')).toBe('Your site has no such free plan');
});

test('a plan that costs something is named, and the way to choose it', () => {
  expect(messageIn('<a href="/join" data-ms-plan:add="pln_paid">Join</a>')).toContain(
    'the plan Maker, which costs something: choose one of its prices',
  );
  expect(messageIn('<a href="/join" data-ms-plan:remove="pln_paid">Leave</a>')).toContain('members end it with');
});

test('of several prices in a button the one is named that would be paid', () => {
  const { title, message, instead } = firstIn('<a href="/join" data-ms-price:add="prc_month, prc_year">Join</a>');
  expect(title).toBe('One price at a time');
  expect(message).toBe('data-ms-price:add takes one price: of these only "prc_month" would be paid.');
  expect(instead).toEqual({ name: 'price:add', value: 'prc_month' });
});

test('a plan on a social button goes to the form around it, or to one that is yet to come', () => {
  const button = '<button data-ms-auth-provider="google" data-ms-plan:add="pln_free">Google</button>';
  expect(messageIn(`<form data-ms-form="signup">${button}</form>`)).toContain('the form around the button.');
  expect(messageIn(button)).toContain('a sign-up form, and put the button in that form.');
});

test('a condition without a word is said to hide its element', () => {
  expect(messageIn('<p data-ms-content="">For members</p>')).toBe(
    'data-ms-content has no value, so this is hidden from members and visitors alike. Write a word, or take the attribute away.',
  );
  expect(messageIn('<b data-ms-member="">Name</b>')).toBe('data-ms-member has no value.');
});

test('a log-in field in capital letters is told how it is written', () => {
  const inLogin = (name: string) =>
    messageIn(
      `<form data-ms-form="login"><input data-ms-member="${name}"><a data-ms-auth-provider="google">Google</a></form>`,
    );
  expect(inLogin('Email')).toBe('Write data-ms-member="email", in small letters: "Email" is not sent.');
  expect(inLogin('phone')).toBe('A log-in form takes email and password only: "phone" is not sent.');
});
