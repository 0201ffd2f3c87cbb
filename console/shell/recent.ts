/** A page of a thing that was opened: where it is, and what it is called. */
export interface RecentPage {
  path: string;
  title: string;
}

/** Kept for the tab alone, until somebody signs out: names of members do not stay in a browser after the work. */
const key = 'intake-console-recent';
const most = 6;
const isThing = /^\/sites\/[^/]+\/(?:members\/[^/]+|site)$|^\/mails\/mail_[^/]+$/;

/** What was opened last, the last first. */
export function recentPages(): RecentPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as RecentPage[];
  } catch {
    return [];
  }
}

/** Notes a page that is one of a thing. */
export function noteRecent(page: RecentPage): void {
  if (!isThing.test(page.path)) return;
  const others = recentPages().filter(({ path }) => path !== page.path);
  keep([page, ...others].slice(0, most));
}

function keep(pages: readonly RecentPage[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(pages));
  } catch {
    // The palette has none where the browser stores nothing.
  }
}
