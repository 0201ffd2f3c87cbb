import { isLikeOurs } from './page-tree.ts';

/** Attributes of a page that decide whether something is right: what follows a page looks anew after a change of one. */

/** Without our prefix, and read as they are. */
const plain = new Set([
  'action',
  'async',
  'data-memberstack-app',
  'data-memberstack-gated',
  'data-memberstack-public-key',
  'data-redirect',
  'defer',
  'href',
  'id',
  'redirect',
  'src',
  'type',
]);

const hidingStyles = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const hidingClasses = /(?:^|[\s_-])(?:hidden|hide|d-none|invisible)(?:$|\s)/;

/** Attributes that may hide an element, and whether a value does. */
export const hiding: Readonly<Record<string, (value: string) => boolean>> = {
  hidden: () => true,
  style: (value) => hidingStyles.test(value),
  class: (value) => hidingClasses.test(value),
};
const hides = (name: string, value: string | null): boolean => value !== null && hiding[name]!(value);

/**
 * Whether a change of an attribute may change what is said of a page. Classes and styles change all the time, and decide
 * only where an element appears or disappears by them.
 *
 * @param before the former value, null where there was none
 * @param now the same of the present one
 */
export const decides = (name: string, before: string | null, now: string | null): boolean =>
  before !== now &&
  (Object.hasOwn(hiding, name) ? hides(name, before) !== hides(name, now) : plain.has(name) || isLikeOurs(name));
