import { defaultTreeAdapter as nodes, parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { SiteFacts } from '../finding.ts';
import { createInspection, type InspectionOptions } from '../inspection.ts';
import type { PageTree } from '../page-tree.ts';

/** Pages that change, for tests: what stands in a browser's document, without a browser. */

export type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: DefaultTreeAdapterTypes.Node): node is Element => nodes.isElementNode(node);

export const tree: PageTree<Element> = {
  name: ({ tagName }) => tagName,
  attributes: ({ attrs }) => attrs.map(({ name }) => name),
  read: ({ attrs }, attribute) => attrs.find(({ name }) => name === attribute)?.value ?? null,
  parent: ({ parentNode }) => (parentNode && isElement(parentNode) ? parentNode : null),
  *within(element) {
    const waiting = [element];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      yield next;
      for (const node of next.childNodes.toReversed()) if (isElement(node)) waiting.push(node);
    }
  },
  holds(element) {
    let at: DefaultTreeAdapterTypes.ParentNode | null = element;
    while (at && isElement(at)) at = at.parentNode;
    return at !== null;
  },
  text: ({ childNodes }) => childNodes.map((node) => (nodes.isTextNode(node) ? node.value : '')).join(''),
};

export function pageOf(html: string): Element {
  return parse(html).childNodes.find((node) => isElement(node))!;
}

/** An element of its own, in no page yet. */
export const createElement = (name: string, attributes: Record<string, string> = {}): Element =>
  nodes.createElement(
    name,
    'http://www.w3.org/1999/xhtml' as Element['namespaceURI'],
    Object.entries(attributes).map(([key, value]) => ({ name: key, value })),
  );

/** As `setAttribute` and `removeAttribute`: an attribute that is written again keeps its place among the others. */
export function write(element: Element, attribute: string, value: string | null): void {
  const there = element.attrs.find(({ name }) => name === attribute);
  if (value === null) element.attrs = element.attrs.filter((each) => each !== there);
  else if (there) there.value = value;
  else element.attrs.push({ name: attribute, value });
}

export const remove = (element: Element): void => nodes.detachNode(element);

/** Puts an element into another, before its `at`-th child. */
export function put(parent: Element, element: Element, at = Infinity): void {
  nodes.detachNode(element);
  const next = parent.childNodes[at];
  if (next) nodes.insertBefore(parent, element, next);
  else nodes.appendChild(parent, element);
}

/** The first element with this id. */
export function find(root: Element, id: string): Element {
  for (const each of tree.within(root)) if (tree.read(each, 'id') === id) return each;
  throw new Error(`The page has no #${id}.`);
}

/** A whole page around a part of one, with the install script where it belongs. */
export const wholePage = (body: string): string =>
  `<!doctype html><html><head><script data-ms-app="app_1" data-ms-public-key="pk_1"></script></head><body>${body}</body></html>`;

/** Everything wrong with a page, what is told late among it: `broken-plan-suffix`. */
export function problemsIn(html: string, site?: SiteFacts, options?: InspectionOptions): string[] {
  const inspection = createInspection(tree, site, options);
  inspection.lookAt([pageOf(html)]);
  inspection.lookLate();
  return inspection.findings().flatMap(({ type, id }) => (type === 'found' ? [] : [id]));
}
