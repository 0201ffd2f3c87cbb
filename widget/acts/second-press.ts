import { erase, read, write } from '../page/dom.ts';

/** How long a question stands on a button: long enough for a screen reader to read it out. Milliseconds. */
const sureMs = 10_000;

/** @param question stands on the button until it is answered */
export function isSecondPress(element: HTMLElement, question = 'Are you sure?'): boolean {
  if (read(element, 'sure') !== null) return true;
  const own = [...element.childNodes];
  write(element, 'sure', '');
  element.replaceChildren(question);
  setTimeout(() => {
    erase(element, 'sure');
    element.replaceChildren(...own);
  }, sureMs);
  return false;
}
