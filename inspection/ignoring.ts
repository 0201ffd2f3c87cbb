import type { Problem } from './finding.ts';
import { nearest, readOwn, type PageTree } from './page-tree.ts';

/** Problems that a builder has seen and does not want to be told. */

/** Ids in `data-ms-ignore` or in a file, between spaces or commas. */
export const idsIn = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== '');

/**
 * Whether a problem is ignored by the element it is about or one around it: with `data-ms-ignore` and the problem's id,
 * or without any id for all of them.
 *
 * @param ignored ids that the site ignores everywhere
 */
export function isIgnored<E>(
  tree: PageTree<E>,
  { id, element }: Problem<E, string>,
  ignored: readonly string[],
): boolean {
  if (ignored.includes(id)) return true;
  const isOff = (each: E) => {
    const said = readOwn(tree, each, 'ignore');
    return said !== null && (said.trim() === '' || idsIn(said).includes(id));
  };
  return nearest(tree, element, isOff) !== undefined;
}
