import { describe, expect, test } from 'vitest';
import type { News } from '../../contract/console/news.ts';
import { newsLines } from './news-lines.ts';

const quiet: News = {
  since: '2026-11-23T03:04:05.000Z',
  newMembers: 0,
  changes: [],
  endedJobs: [],
  failedJobs: 2,
  failingWebhooks: null,
};
const texts = (news: Partial<News>, pathname: string) =>
  newsLines(quiet, { ...quiet, ...news }, pathname).map(({ text }) => text);
const list = '/sites/app_demo/members';
const change = { by: 'Ana', action: 'member.updated', at: new Date(Date.now() - 130_000).toISOString() };

describe('news', () => {
  test('tell of new members where members are listed', () => {
    expect(texts({ newMembers: 3 }, list)).toEqual(['3 new members']);
    expect(texts({ newMembers: 1 }, list)).toEqual(['1 new member']);
    expect(texts({ newMembers: 100 }, list)).toEqual(['More than 99 new members']);
    expect(texts({ newMembers: 3 }, '/')).toEqual([]);
  });

  test('tell who changed what is open', () => {
    expect(texts({ changes: [change] }, `${list}/mem_1`)).toEqual(['Ana changed this member 2 minutes ago']);
    expect(texts({ changes: [change] }, '/sites/app_demo/site/plans')).toEqual(['Ana changed this site 2 minutes ago']);
    expect(texts({ changes: [change] }, list)).toEqual([]);
  });

  test('tell of what fails since the page was opened, and not of what failed before', () => {
    expect(texts({}, '/')).toEqual([]);
    expect(texts({ failedJobs: 3 }, '/')).toEqual(['1 more job failed']);
    expect(texts({ failedJobs: 1 }, '/')).toEqual([]);
    expect(texts({ failingWebhooks: 1 }, '/')).toEqual(['1 more webhook does not answer']);
  });

  test('tell of the end of one’s acts on many members, and lead to what became of each', () => {
    const endedJobs: News['endedJobs'] = [{ id: 'job_1', siteId: 'app_demo', state: 'done' }];
    expect(newsLines(quiet, { ...quiet, endedJobs }, '/')).toEqual([
      expect.objectContaining({ text: 'Your act on many members is done', to: '/sites/app_demo/bulk/job_1' }),
    ]);
  });
});
