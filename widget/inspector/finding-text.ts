import { mendedTag, openingTag, type PageTree } from '../../inspection/page-tree.ts';
import { ownAttributes } from '../../shared/attributes.ts';
import { pageAsWritten } from './page-as-written.ts';
import type { Entry, Inspector } from './state.ts';

/** Findings as text, to be copied. */

const own = new Set<string>(ownAttributes.map((name) => `data-ms-${name}`));

/** The page as its author wrote it, without what the widget notes on elements. */
export function treeOf({ page }: Inspector): PageTree<Element> {
  const tree = pageAsWritten(page);
  return { ...tree, attributes: (each) => tree.attributes(each).filter((name) => !own.has(name)) };
}

/** The opening tag as it is to be written, undefined where that is not known. */
export const mendedLine = ({ element, attribute, instead }: Entry, tree: PageTree<Element>): string | undefined =>
  element && attribute !== null && instead ? mendedTag(tree, element, attribute, instead) : undefined;

/** Problems for a message or a ticket: what and where, how it is written, and where to read on. */
export function problemsAsText(problems: readonly Entry[], inspector: Inspector): string {
  const tree = treeOf(inspector);
  const texts = problems.map((entry) => {
    const { id, type, message, element, documentation } = entry;
    const mended = mendedLine(entry, tree);
    return [
      `${type}  ${id}  ${message}`,
      ...(element ? [`    ${openingTag(tree, element)}`] : []),
      ...(mended === undefined ? [] : [`    write ${mended}`]),
      `    ${new URL(documentation, inspector.documentation).href}`,
    ].join('\n');
  });
  return [location.href, ...texts].join('\n\n');
}
