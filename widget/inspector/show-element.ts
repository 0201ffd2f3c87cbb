import { isIn } from '../page/dom.ts';

/** Below this the sidebar is as wide as the page. The specification's. */
export const isNarrow = (): boolean => matchMedia('(max-width: 519px)').matches;

const { scrollIntoView, checkVisibility } = Element.prototype;

/** Not what was taken out of the page, and not what is not rendered: a script, a closed dialog. */
export const canBeShown = (element: Element | undefined): element is Element =>
  element !== undefined && isIn(element) && checkVisibility.call(element);

/** Brings it to the middle of what is seen of the page: to its top where the sidebar covers the rest. */
export function showElement(element: Element, isCovered = false): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  scrollIntoView.call(element, { block: isCovered ? 'start' : 'center', behavior });
}
