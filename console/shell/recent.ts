/** A page of a thing that was opened: where it is, and what it is called. */
interface RecentPage {
  path: string;
  title: string;
}

const most = 6;
const isThing = /^\/sites\/[^/]+\/(?:members\/[^/]+|site)$|^\/mails\/mail_[^/]+$/;

/** In the page's memory alone: nothing about people is kept in a browser (decision 0063). */
let pages: readonly RecentPage[] = [];

/** What was opened last, the last first. */
export const recentPages = (): readonly RecentPage[] => pages;

/** Notes a page that is one of a thing. */
export function noteRecent(page: RecentPage): void {
  if (!isThing.test(page.path)) return;
  pages = [page, ...pages.filter(({ path }) => path !== page.path)].slice(0, most);
}
