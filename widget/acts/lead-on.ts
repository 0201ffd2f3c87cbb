import { tabStore } from '../../client/storage.ts';
import type { Page } from '../page/page.ts';
import { goTo, onSite } from '../page/redirect.ts';
import { toldKey } from '../page/unfinished.ts';

/** Said no later than this: after a page without the widget, or one that loads slowly, it would come out of place. */
const freshMs = 30_000;
interface Left {
  sentence: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Goes to a page, and says there what was done on this one.
 *
 * @returns the sentence to tell who stays on this page
 */
export function leadOn(address: string | undefined, sentence: string | undefined): string | undefined {
  // Another site would say it much later, if at all.
  if (sentence && onSite(address)) tabStore.write(toldKey, JSON.stringify({ sentence, at: Date.now() } satisfies Left));
  if (goTo(address)) return undefined;
  tabStore.remove(toldKey);
  return sentence;
}

/** Says what an earlier page left to be said, once. */
export function tellLeft({ tell }: Page): void {
  const left = tabStore.readJson<Left>(toldKey);
  tabStore.remove(toldKey);
  if (left && Date.now() - left.at < freshMs) tell(left.sentence, 'success');
}
