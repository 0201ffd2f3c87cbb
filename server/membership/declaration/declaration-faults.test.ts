import { expect, test } from 'vitest';
import { siteEventNames } from '../../../contract/site-events.ts';
import { liveSite } from '../../testing/membership.ts';
import { describeFault, WrongDeclaration } from './declaration-faults.ts';
import { parseDeclaration } from './site-declaration.ts';

/** Faults of a webhook that listens to these events. */
function faultsOf(events: unknown): string[] {
  try {
    parseDeclaration({ ...liveSite, webhooks: [{ id: 'w', url: 'https://club.example/hook', events }] });
  } catch (error) {
    if (error instanceof WrongDeclaration) return error.faults.map(describeFault);
    throw error;
  }
  return [];
}

const known = siteEventNames.join(', ');

test.for([
  ['all', []],
  [['member.created'], []],
  [['member.moved'], [`webhooks[0].events[0]: this is one of ${known}`]],
  [
    ['member.deleted', 'member.create', 'Team.Created'],
    [
      `webhooks[0].events[1]: there is no member.create; did you mean member.created? This is one of ${known}`,
      `webhooks[0].events[2]: there is no Team.Created; did you mean team.created? This is one of ${known}`,
    ],
  ],
  ['member.created', ['webhooks[0].events: this is all, or a list']],
  [[], ['webhooks[0].events: this is at least 1 entry']],
] as [unknown, string[]][])(
  'of a list that may also be one word, each wrong entry is named: %j',
  ([events, faults]) => {
    expect(faultsOf(events)).toEqual(faults);
  },
);
