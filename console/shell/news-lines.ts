import { mostNews, type News } from '../../contract/console/news.ts';
import { timeAgo } from './times.ts';

/** A line of news: what happened, and what a press does about it. */
export interface NewsLine {
  id: string;
  text: string;
  press: string;
  /** Where the press leads, before it reads anew or forgets. */
  to?: string;
  /** Whether the page is read anew. */
  act: 'read-anew' | 'forget';
}

const isMemberList = /^\/sites\/[^/]+\/members$/;
const isThing = /^\/sites\/[^/]+\/(?:members\/[^/]+|site(?:\/.*)?)$/;

/**
 * What is told on a page.
 *
 * @param first the answer when the page was opened: what failed then is no news
 * @param pathname new members are told where members are listed, changes where the changed thing is open
 */
export function newsLines(first: News, last: News, pathname: string): NewsLine[] {
  const lines: NewsLine[] = [];
  if (last.newMembers > 0 && isMemberList.test(pathname))
    lines.push({
      id: 'members',
      text: `${atMost(last.newMembers)} new ${plural(last.newMembers, 'member')}`,
      press: 'Show',
      act: 'read-anew',
    });
  const [change] = last.changes;
  if (change && isThing.test(pathname)) {
    const what = pathname.includes('/members/') ? 'this member' : 'this site';
    lines.push({
      id: 'change',
      text: `${change.by} changed ${what} ${timeAgo(change.at)}`,
      press: 'Reload',
      act: 'read-anew',
    });
  }
  for (const { id, siteId, state } of last.endedJobs)
    lines.push({
      id,
      text: state === 'done' ? 'Your act on many members is done' : 'Your act on many members has stopped',
      press: 'See what became of it',
      to: `/sites/${siteId}/bulk/${id}`,
      act: 'forget',
    });
  const jobs = risenBy(first.failedJobs, last.failedJobs);
  if (jobs > 0)
    lines.push({
      id: 'jobs',
      text: `${jobs} more ${plural(jobs, 'job')} failed`,
      press: 'See the jobs',
      to: '/system/jobs?state=failed',
      act: 'forget',
    });
  const webhooks = risenBy(first.failingWebhooks, last.failingWebhooks);
  if (webhooks > 0)
    lines.push({
      id: 'webhooks',
      text: `${webhooks} more ${plural(webhooks, 'webhook')} ${webhooks === 1 ? 'does' : 'do'} not answer`,
      press: 'See what waits',
      to: '/',
      act: 'forget',
    });
  return lines;
}

const risenBy = (before: number | null, now: number | null) => Math.max(0, (now ?? 0) - (before ?? 0));
const atMost = (count: number) => (count > mostNews ? `More than ${mostNews}` : String(count));
const plural = (count: number, word: string) => (count === 1 ? word : `${word}s`);
