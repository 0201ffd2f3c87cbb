import { tabStore } from '../../client/storage.ts';
import type { Page } from '../page/page.ts';
import { goTo, onSite } from '../page/redirect.ts';

const key = 'ms_told';
/** Said no later than this: a page on which nothing acts leaves the sentence, and a later one would say it out of place. */
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
  if (sentence && onSite(address)) tabStore.write(key, JSON.stringify({ sentence, at: Date.now() } satisfies Left));
  if (goTo(address)) return undefined;
  tabStore.remove(key);
  return sentence;
}

/** Says what an earlier page left to be said, once. */
export function tellLeft({ tell }: Page): void {
  const left = tabStore.readJson<Left>(key);
  tabStore.remove(key);
  if (left && Date.now() - left.at < freshMs) tell(left.sentence, 'success');
}
