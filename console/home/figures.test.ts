import { describe, expect, test } from 'vitest';
import { commentList } from '../../contract/console/comments.ts';
import { listQuery } from '../../contract/console/list.ts';
import { mailList } from '../../contract/console/mails.ts';
import { memberList } from '../../contract/console/members-schemas.ts';
import { matterList } from '../../contract/console/matters.ts';
import { requestList } from '../../contract/console/requests-schemas.ts';
import { jobList } from '../../contract/console/system.ts';
import { permissions, permissionsOf } from '../../contract/permissions.ts';
import { addressOfCounted } from '../shell/count-link.tsx';
import { daysOf, figuresOf } from './figures.ts';
import { sharesOf, totalsOf } from '../figures/figure-words.ts';
import { needsFor } from './needs.ts';
import { readFiguresAddress, wishOf } from '../figures/use-figures-address.ts';

const lists = {
  'GET /console/api/sites/:siteId/members': memberList,
  'GET /console/api/sites/:siteId/comments': commentList,
  'GET /console/api/mails': mailList,
  'GET /console/api/jobs': jobList,
  'GET /console/api/matters': matterList,
  'GET /console/api/requests': requestList,
};

describe('the figures of Home', () => {
  const figures = figuresOf(permissions, 'app_demo');

  test('compare today with the day before and the day a week ago, in UTC', () => {
    expect(daysOf(new Date('2026-03-01T23:59:00Z')).map(({ day }) => day)).toEqual([
      '2026-03-01',
      '2026-02-28',
      '2026-02-22',
    ]);
  });

  test('are counted by queries that their lists take, and lead to addresses with the same query', () => {
    const all = [
      ...figures.map(({ countedOn }) => countedOn('2026-11-23', true)!),
      ...needsFor(permissions).map(({ counted }) => counted),
    ];
    for (const counted of all) {
      const read = listQuery(lists[counted.call]).safeParse(counted.query);
      expect([counted.call, read.success]).toEqual([counted.call, true]);
      const { searchParams } = new URL(addressOfCounted(counted), 'https://intake.example');
      expect(Object.fromEntries(searchParams)).toEqual(counted.query);
    }
  });

  test('are those whose list the role may open', () => {
    const labels = (role: Parameters<typeof permissionsOf>[0]) =>
      figuresOf(permissionsOf(role), 'app_demo').map(({ label }) => label);
    expect(labels('site-builder')).toContain('New comments');
    expect(labels('finance')).not.toContain('New comments');
    expect(figuresOf(permissions, undefined)).toEqual([]);
  });
});

test('what waits for a person is what the role may open', () => {
  const labels = (role: Parameters<typeof permissionsOf>[0]) => needsFor(permissionsOf(role)).map(({ label }) => label);
  expect(labels('owner')).toEqual(expect.arrayContaining(['Payments to look at', 'Requests waiting', 'Jobs failed']));
  expect(labels('finance')).not.toContain('Requests waiting');
  expect(labels('site-builder')).toEqual(['Mails refused']);
});

test('the address of Home is its state, and what is no partner, time or day is as if it were not there', () => {
  const wish = (query: string) => wishOf(readFiguresAddress(new URLSearchParams(query)));
  expect(wish('')).toEqual({ days: '30' });
  expect(wish('partner=uts&time=90')).toEqual({ partner: 'uts', days: '90' });
  expect(wish('from=2026-11-01&until=2026-11-23')).toEqual({ from: '2026-11-01', until: '2026-11-23' });
  expect(wish('partner=nowhere&time=8&from=yesterday&until=2026-11-23')).toEqual({ days: '30' });
});

test('the steps of all partners are summed, and each is told as a part of those who registered', () => {
  const totals = totalsOf([
    { partner: 'uts', registered: 30, eligible: 20, chosen: 6, paid: 5 },
    { partner: 'uc', registered: 10, eligible: 0, chosen: 0, paid: 0 },
  ]);
  expect(sharesOf(totals).map(({ words }) => words)).toEqual(['40', '20 · 50%', '6 · 15%', '5 · 13%']);
  expect(sharesOf(totalsOf([])).map(({ words }) => words)).toEqual(['0', '0', '0', '0']);
});
