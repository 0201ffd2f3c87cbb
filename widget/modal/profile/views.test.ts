import { expect, test } from 'vitest';
import type { Member } from '../../../contract/members.ts';
import type { App } from '../../../contract/site.ts';
import { freePlans, menuEntries, openingView, orderedProviders, paidPlans, type Subject } from './views.ts';

const field = { key: 'name', label: 'Name', hidden: false, visibility: 'PUBLIC', restrictToAdmin: false, order: null };
const nobody = {
  auth: { email: 'ana@example.org', hasPassword: true, providers: [] },
  stripeCustomerId: null,
  planConnections: [],
  teams: { ownedTeams: [], joinedTeams: [] },
};

const subject = (member: object = {}, app: object = {}): Subject => ({
  app: { customFields: [field], authProviders: [], plans: [], ...app } as unknown as App,
  member: { ...nobody, ...member } as unknown as Member,
});
const owner = { teams: { ownedTeams: [{ teamId: 't' }], joinedTeams: [] } };
const mate = { teams: { ownedTeams: [], joinedTeams: [{ teamId: 't', planName: 'Makers' }] } };
const connection = (type: string, active = true) => ({ planId: type, type, active });

test('a profile opens with the menu on a phone, and beside it elsewhere', () => {
  expect(openingView(subject(), undefined, true)).toBe('profile-nav');
  expect(openingView(subject(), undefined, false)).toBe('profile');
});

test('without a field that people fill in it opens with security', () => {
  for (const customFields of [[], [{ ...field, hidden: true }], [{ ...field, restrictToAdmin: true }]]) {
    expect(openingView(subject({}, { customFields }), undefined, true)).toBe('security');
    expect(openingView(subject({}, { customFields }), 'profile', false)).toBe('security');
  }
});

test('a page names the view it wants, in any case', () => {
  expect(openingView(subject(), 'changePassword', false)).toBe('changePassword');
  expect(openingView(subject(), 'changepassword', true)).toBe('changePassword');
  expect(openingView(subject(owner), 'team', true)).toBe('team');
});

test('a view that is not there is passed over', () => {
  for (const wished of ['team', 'profile-nav', '__proto__', ''])
    expect(openingView(subject(), wished, false)).toBe('profile');
});

test('plans are in the menu of who pays, has a free plan or has joined a team', () => {
  expect(menuEntries(subject(), false)).toEqual(['profile', 'security']);
  for (const member of [{ stripeCustomerId: 'cus_1' }, { planConnections: [connection('FREE')] }, mate])
    expect(menuEntries(subject(member), false)).toEqual(['profile', 'security', 'plans']);
  expect(menuEntries(subject({ planConnections: [connection('SUBSCRIPTION')] }), false)).not.toContain('plans');
});

test('the team is in the menu of who owns one', () => {
  expect(menuEntries(subject(owner), false)).toEqual(['profile', 'security', 'team']);
  expect(menuEntries(subject({ ...owner, stripeCustomerId: 'cus_1' }), true)).toEqual([
    'profile',
    'security',
    'changePassword',
  ]);
});

test('plans that have ended, or are paid, are no free plans', () => {
  const planConnections = [connection('FREE'), connection('FREE', false), connection('ONETIME')];
  expect(freePlans(subject({ planConnections }))).toEqual([planConnections[0]]);
});

test('a free plan that comes with a team seat is listed with the team alone', () => {
  const planConnections = [connection('FREE'), { ...connection('FREE'), planId: 'pln_makers' }];
  const plans = [{ id: 'pln_makers', name: 'Makers' }];
  expect(freePlans(subject({ ...mate, planConnections }, { plans }))).toEqual([planConnections[0]]);
  expect(freePlans(subject({ planConnections }, { plans }))).toEqual(planConnections);
});

test('a paid plan is listed until it has ended, also while a payment is missing', () => {
  const paid = (status: string, type = 'SUBSCRIPTION') => ({ ...connection(type, false), status, payment: {} });
  const planConnections = [paid('ACTIVE'), paid('TRIALING'), paid('REQUIRES_PAYMENT'), paid('REQUIRES_AUTHENTICATION')];
  const others = [paid('CANCELED'), paid('ACTIVE', 'FREE')];
  expect(paidPlans(subject({ planConnections: [...planConnections, ...others] }))).toEqual(planConnections);
});

test('a paid plan that came with a team is listed with the team alone', () => {
  const plans = [{ id: 'pln_makers', name: 'Makers' }];
  const seat = { ...connection('SUBSCRIPTION'), planId: 'pln_makers', status: 'ACTIVE', payment: null };
  expect(paidPlans(subject({ ...mate, planConnections: [seat] }, { plans }))).toEqual([]);
  expect(paidPlans(subject({ planConnections: [seat] }, { plans }))).toEqual([seat]);
});

test('connected providers come first, then the order of the site', () => {
  const provider = (name: string, order: number | null) => ({ provider: name, name, icon: null, order });
  const authProviders = [provider('last', null), provider('two', 2), provider('one', 1), provider('mine', 9)];
  const auth = { ...nobody.auth, providers: [{ provider: 'mine' }, { provider: 'gone' }] };
  expect(orderedProviders(subject({ auth }, { authProviders })).map((each) => each.name)).toEqual([
    'mine',
    'one',
    'two',
    'last',
  ]);
});
