import { tabStore } from '../../client/storage.ts';
import type { Page } from '../page/page.ts';
import { goTo, onSite } from '../page/redirect.ts';
import { toldKey } from '../page/told.ts';

/**
 * Goes to a page, and says there what was done on this one.
 *
 * @returns the sentence to tell who stays on this page
 */
export function leadOn(address: string | undefined, sentence: string | undefined): string | undefined {
  // Another site would say it much later, if at all.
  if (sentence && onSite(address)) tabStore.write(toldKey, sentence);
  if (goTo(address)) return undefined;
  tabStore.remove(toldKey);
  return sentence;
}

/** Says what an earlier page left to be said, once. */
export function tellLeft({ tell }: Page): void {
  const sentence = tabStore.read(toldKey);
  if (sentence === null) return;
  tabStore.remove(toldKey);
  tell(sentence, 'success');
}
