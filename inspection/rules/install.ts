import type { Problem } from '../finding.ts';
import { nearest, type PageTree } from '../page-tree.ts';
import type { Page } from './page-part.ts';

/** The script tag that brings the widget. */

/** Attributes of ours, and of pages that were made for an existing client. */
const installMarks = ['data-ms-app', 'data-ms-public-key', 'data-memberstack-app', 'data-memberstack-public-key'];

/** Where our script lies, whichever origin it comes from; a tag without a mark is known by that alone. */
const isOurs = (src: string | null): boolean => src?.includes('/widget/') === true;
const isOurFile = (src: string | null): boolean => /\/widget\/v1\/intake\.js(?:[?#]|$)/.test(src ?? '');

export const isInstall = <E>(tree: PageTree<E>, element: E): boolean =>
  tree.name(element) === 'script' &&
  (isOurFile(tree.read(element, 'src')) || installMarks.some((each) => tree.read(element, each) !== null));

/** What the tag has to say, or the widget asks for no site and opens nothing. */
const needed = ['app', 'public-key'];

/** A tag of another service is none of ours to complete. */
function inspectCompleteness<E>(tree: PageTree<E>, element: E): Problem<E>[] {
  const says = (name: string) =>
    tree.read(element, `data-ms-${name}`) || tree.read(element, `data-memberstack-${name}`);
  const lacks = needed.filter((name) => !says(name)).map((name) => `data-ms-${name}`);
  if (!isOurs(tree.read(element, 'src')) || lacks.length === 0) return [];
  const message = `The install script has no ${lacks.join(' and no ')}.`;
  return [{ id: 'incomplete-install-code', element, attribute: null, message }];
}

/** A script that runs later than the page is drawn shows visitors for a moment what is for members. */
function inspectOrder<E>(tree: PageTree<E>, element: E): Problem<E>[] {
  const late = ['defer', 'async'].find((name) => tree.read(element, name) !== null);
  if (!late || !isOurs(tree.read(element, 'src'))) return [];
  const message = `The install script has ${late}: it runs after the page was drawn. Take ${late} away.`;
  return [{ id: 'deferred-install-code', element, attribute: null, message }];
}

/** @param scripts every install script, in the page's order */
export function inspectInstall<E>({ tree }: Page<E>, scripts: readonly E[]): Problem<E>[] {
  const attribute = null;
  const [first, ...others] = scripts;
  if (first === undefined) return [];
  const isInHead = nearest(tree, first, (each) => tree.name(each) === 'head') !== undefined;
  return [
    ...scripts.flatMap((script) => [...inspectCompleteness(tree, script), ...inspectOrder(tree, script)]),
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
