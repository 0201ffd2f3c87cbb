import { describe, expect, test } from 'vitest';
import { auditList } from '../../contract/console/audit.ts';
import { commentList } from '../../contract/console/comments.ts';
import { listQuery } from '../../contract/console/list.ts';
import { mailList } from '../../contract/console/mails.ts';
import { memberList } from '../../contract/console/members-schemas.ts';
import { permissions, permissionsOf } from '../../contract/permissions.ts';
import { addressOfCounted } from '../shell/count-link.tsx';
import { daysOf, figuresOf } from './figures.ts';

const lists = {
  'GET /console/api/sites/:siteId/members': memberList,
  'GET /console/api/sites/:siteId/comments': commentList,
  'GET /console/api/mails': mailList,
  'GET /console/api/jobs': auditList,
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
    for (const { countedOn } of figures) {
      const counted = countedOn('2026-11-23', true)!;
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
