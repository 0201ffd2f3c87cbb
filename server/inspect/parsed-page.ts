import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { PageTree } from '../../inspection/page-tree.ts';
import { CannotInspect } from './cannot-inspect.ts';

/** A page that was parsed as a browser parses it, without running any of it. */

export type ParsedElement = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** No page of anybody's: a few lines can unfold into more than any machine holds. */
const limits = { depth: 20_000, elements: 1_000_000 };

/**
 * @returns the root of the page; each element knows its line and column
 * @throws CannotInspect for a page of more elements than anybody writes
 */
export function parsePage(html: string): ParsedElement {
  const document = parse(html, { sourceCodeLocationInfo: true, treeAdapter: countingAdapter() });
  return document.childNodes.find((node) => isElement(node)) as ParsedElement;
}

function countingAdapter(): typeof defaultTreeAdapter {
  let depth = 0;
  let elements = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...given) {
      if (++elements > limits.elements)
        throw new CannotInspect(`it has more than ${limits.elements.toLocaleString('en')} elements`);
      return defaultTreeAdapter.createElement(...given);
    },
    onItemPush() {
      if (++depth > limits.depth)
        throw new CannotInspect(`its elements are nested more than ${limits.depth.toLocaleString('en')} deep`);
    },
    onItemPop() {
      depth--;
    },
  };
}

const isElement = (node: Node): node is ParsedElement => defaultTreeAdapter.isElementNode(node);

export const parsedTree: PageTree<ParsedElement> = {
  name: ({ tagName }) => tagName,
  attributes: ({ attrs }) => attrs.map(({ name }) => name),
  read: ({ attrs }, attribute) => attrs.find(({ name }) => name === attribute)?.value ?? null,
  parent: ({ parentNode }) => (parentNode && 'tagName' in parentNode ? parentNode : null),
  *within(element) {
    // Pages can be nested deeper than calls, and have more in one place than a call takes.
    const waiting = [element];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      yield next;
      for (const node of next.childNodes.toReversed()) if (isElement(node)) waiting.push(node);
    }
  },
  holds: () => true,
};
