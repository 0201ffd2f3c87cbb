import { addHost, create } from '../page/dom.ts';
import { say, type TextKey } from './texts.ts';

/** Tells people who do not see the page what has changed in it. */

const css = ':host{all:initial}p{position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}';
/** A region has to stand in the page before its text does, or it is not read out. Milliseconds. */
const settleMs = 100;
let region: HTMLElement | undefined;

/**
 * Has screen readers announce a text of ours.
 *
 * @param number stands for `{number}` in it
 */
export function announce(key: TextKey, number?: number): void {
  region ??= createRegion();
  region.textContent = '';
  setTimeout(() => (region!.textContent = say(key, number)), settleMs);
}

function createRegion(): HTMLElement {
  const made = create('p');
  made.role = 'status';
  addHost('intake-news', css).append(made);
  return made;
}
