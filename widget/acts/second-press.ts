import { erase, read, write } from '../page/dom.ts';

/** What cannot be undone is asked for twice. Long enough for somebody who has the question read out. Milliseconds. */
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
