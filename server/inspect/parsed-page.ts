import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { PageTree } from '../../inspection/page-tree.ts';

/** A page that was parsed as a browser parses it, without running any of it. */

export type ParsedElement = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** @returns the root of the page; each element knows its line and column */
export function parsePage(html: string): ParsedElement {
  const document = parse(html, { sourceCodeLocationInfo: true });
  return document.childNodes.find((node) => isElement(node)) as ParsedElement;
}

const isElement = (node: Node): node is ParsedElement => defaultTreeAdapter.isElementNode(node);

export const parsedTree: PageTree<ParsedElement> = {
  name: ({ tagName }) => tagName,
  attributes: ({ attrs }) => attrs.map(({ name }) => name),
  read: ({ attrs }, attribute) => attrs.find(({ name }) => name === attribute)?.value ?? null,
  parent: ({ parentNode }) => (parentNode && 'tagName' in parentNode ? parentNode : null),
  *within(element) {
    // Pages can be nested deeper than calls.
    const waiting = [element];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      yield next;
      waiting.push(...next.childNodes.filter((node) => isElement(node)).toReversed());
    }
  },
  holds: () => true,
};
