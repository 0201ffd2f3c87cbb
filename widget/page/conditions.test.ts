import { describe, expect, test } from 'vitest';
import type { ContentWord } from '../../shared/attributes.ts';
import type { Member } from '../../contract/members.ts';
import { connection, groupWith, memberWith, siteWith } from '../testing/visit.ts';
import { isFor } from './conditions.ts';
import type { Who } from './who.ts';

const app = siteWith({
  contentGroups: [groupWith(), groupWith({ key: 'everybody', allowAllMembers: true, plans: [] })],
});
const visitor = { member: null, whole: null, app };
const who = (member: Member) => ({ member, whole: member, app });
const nobody = who(memberWith({ verified: false, auth: { hasPassword: false } }));
const withPlan = (...given: Parameters<typeof connection>) =>
  who(memberWith({ planConnections: [connection(...given)] }));

const ended = { active: false, status: 'CANCELED' } as const;
const words: Record<ContentWord | 'club' | 'everybody', Record<'yes' | 'no', Who>> = {
  members: { yes: nobody, no: visitor },
  verified: { yes: who(memberWith()), no: nobody },
  'free-plans': { yes: withPlan('pln_a'), no: withPlan('pln_a', { type: 'SUBSCRIPTION' }) },
  'paid-plans': { yes: withPlan('pln_a', { type: 'ONETIME' }), no: withPlan('pln_a') },
  'no-plans': { yes: withPlan('pln_a', ended), no: withPlan('pln_a') },
  'is-trialing': { yes: withPlan('pln_a', { status: 'TRIALING' }), no: withPlan('pln_a') },
  'has-failed-payment': {
    yes: withPlan('pln_a', { active: false, status: 'REQUIRES_PAYMENT' }),
    no: withPlan('pln_a', { status: 'TRIALING' }),
  },
  'has-password': { yes: who(memberWith()), no: nobody },
  'is-admin': { yes: who(memberWith({ permissions: ['site:Admin'] })), no: nobody },
  club: { yes: withPlan('pln_club'), no: withPlan('pln_other') },
  everybody: { yes: nobody, no: visitor },
};

describe.each(Object.entries(words))('%s', (word, { yes, no }) => {
  test('is for whom it names, its opposite for the others', () => {
    expect(isFor(word, yes)).toBe(true);
    expect(isFor(`!${word}`, yes)).toBe(false);
    expect(isFor(word, no)).toBe(false);
    expect(isFor(`! ${word}`, no)).toBe(true);
  });

  test('is never for a visitor', () => {
    expect(isFor(word, visitor)).toBe(false);
  });
});

test.each(['free-plans', 'paid-plans', 'club'])('a plan that has ended opens nothing of %s', (word) => {
  for (const type of ['FREE', 'SUBSCRIPTION'] as const)
    expect(isFor(word, withPlan('pln_club', { ...ended, type }))).toBe(false);
});

test.each(['has-failed-payment', 'is-trialing', 'has-password', 'no-plans'])(
  'neither %s nor its opposite is for a visitor: both are about members',
  (word) => {
    expect(isFor(word, visitor)).toBe(false);
    expect(isFor(`!${word}`, visitor)).toBe(false);
  },
);

test('an opposite that is about everybody is for visitors', () => {
  for (const word of ['members', 'verified', 'paid-plans', 'club']) expect(isFor(`!${word}`, visitor)).toBe(true);
});

test.each(['membres', '', '!', 'constructor', 'members club'])('a word nobody knows is for nobody: %j', (word) => {
  for (const each of [visitor, nobody, withPlan('pln_club')]) {
    expect(isFor(word, each)).toBe(false);
    expect(isFor(`!${word.replace('!', '')}x`, each)).toBe(false);
  }
});

test('as long as it is not known who is there, nothing can be said, of opposites neither', () => {
  const unknown = { member: undefined, whole: undefined, app };
  for (const word of ['members', '!members', 'club', '!club']) expect(isFor(word, unknown)).toBeUndefined();
});

test('a key of a content group waits for the settings, whoever is there', () => {
  for (const member of [null, memberWith({ planConnections: [connection('pln_club')] })])
    expect(isFor('club', { member, whole: member, app: undefined })).toBeUndefined();
});

test('what this browser does not remember of a member waits for the service', () => {
  const remembered = { member: memberWith({ permissions: ['admin'] }), whole: undefined, app };
  for (const word of ['has-password', '!has-password', 'is-admin', '!is-admin'])
    expect(isFor(word, remembered)).toBeUndefined();
  expect(isFor('members', remembered)).toBe(true);
});
