import type { Problem } from '../finding.ts';
import { nearest, type PageTree } from '../page-tree.ts';
import type { Page } from './page-part.ts';

/** The script tag that brings the widget. */

/** Attributes of ours, and of pages that were made for an existing client. */
const installMarks = ['data-ms-app', 'data-ms-public-key', 'data-memberstack-app', 'data-memberstack-public-key'];

export const isInstall = <E>(tree: PageTree<E>, element: E): boolean =>
  tree.name(element) === 'script' && installMarks.some((each) => tree.read(element, each) !== null);

/** @param scripts every install script, in the page's order */
export function inspectInstall<E>({ tree }: Page<E>, [first, ...others]: readonly E[]): Problem<E>[] {
  const attribute = null;
  if (first === undefined) return [];
  const isInHead = nearest(tree, first, (each) => tree.name(each) === 'head') !== undefined;
  return [
    ...(isInHead
      ? []
      : [
          {
            id: 'misplaced-install-code' as const,
            element: first,
            attribute,
            message: 'The install script belongs in the head of the page.',
          },
        ]),
    ...others.map((element) => ({
      id: 'duplicate-install-code' as const,
      element,
      attribute,
      message: 'The install script is on this page already: take this one away.',
    })),
  ];
}
