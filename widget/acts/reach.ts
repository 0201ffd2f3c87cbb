import { all, fits, having, on, read, readPlain, write, writePlain } from '../page/dom.ts';
import { pressable } from '../page/buttons.ts';

/** Builders make buttons of anything: what only a mouse could press gets a place in the tab order, and a role. */

const native = 'button,input,select,textarea,summary,form,a[href]';
const reached = 'reached';

export function makeReachable(root: Element | Document, selector = pressable): void {
  for (const element of all(root, selector)) {
    if (fits(element, native) || read(element, reached) !== null) continue;
    write(element, reached, '');
    if (readPlain(element, 'tabindex') === null) writePlain(element, 'tabindex', '0');
    if (readPlain(element, 'role') === null) writePlain(element, 'role', 'button');
  }
}

on('keydown', (event) => {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || !fits(target, having(reached)) || (key !== 'Enter' && key !== ' ')) return;
  // A second click would confirm what the first only asks. After a failed import this module may be in the page twice
  // (`load.ts`), and a key that is held down is told again and again.
  const isClicked = event.defaultPrevented || event.repeat;
  event.preventDefault();
  if (!isClicked) HTMLElement.prototype.click.call(target);
});
