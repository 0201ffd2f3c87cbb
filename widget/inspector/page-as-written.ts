import { isLikeOurs, type PageTree } from '../../inspection/page-tree.ts';
import { isIn, nearest, parent, readPlain } from '../page/dom.ts';
import type { Page } from '../page/page.ts';

/** What has left a page that its author put there. */
export type Written = Pick<Page, 'takenOut' | 'templates'>;

const copyMark = 'data-ms-copy';
const isCopy = (node: Node) => node instanceof Element && readPlain(node, copyMark) !== null;
const withoutCopies = (node: Node) => (isCopy(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);

/**
 * The page with everything in it that was taken out because the visitor may not see it: its author wants to hear of
 * mistakes in that as well, and a form is not wrong because a visitor does not see all of it. Of comments it has the
 * template, which is the author's, and not the copies: what is wrong with it is told once.
 *
 * Read past whatever the page calls its own, as everywhere in the widget.
 */
export function pageAsWritten({ takenOut, templates }: Written): PageTree<Element> {
  const places = new WeakMap<Element, Comment>();
  /** Where in the page the top of a piece stood that has left it. */
  function placeOf(top: Element): Comment | undefined {
    const known = places.get(top);
    if (known && (takenOut.get(known) ?? templates.get(known)) === top) return known;
    for (const left of [takenOut, templates])
      for (const [place, each] of left)
        if (each === top) {
          places.set(top, place);
          return place;
        }
    return undefined;
  }
  /** Elements below a root, itself among them, with what has left it in its place, as the author ordered them. */
  function collect(root: Element, isWanted: (element: Element) => boolean, found: Element[] = []): Element[] {
    const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT;
    const nodes = createTreeWalker.call(document, root, shown, templates.size > 0 ? withoutCopies : null);
    for (let node: Node | null = root; node !== null; node = nodes.nextNode()) {
      if (node instanceof Element) {
        if (isWanted(node)) found.push(node);
        continue;
      }
      const left = takenOut.get(node as Comment) ?? templates.get(node as Comment);
      if (left) collect(left, isWanted, found);
    }
    return found;
  }
  /** Nothing for what is in a copy, be it taken out of there. */
  const from = (root: Element, isWanted: (element: Element) => boolean) =>
    templates.size > 0 && tree.nearestWith!(root, copyMark) ? [] : collect(root, isWanted);
  const tree: PageTree<Element> = {
    name: (element) => localName.call(element),
    attributes: (element) => attributeNames.call(element),
    read: readPlain,
    parent(element) {
      const above = (parent(element) as Node | null) ?? placeOf(element)?.parentNode ?? null;
      return above instanceof Element ? above : null;
    },
    nearestWith(element, attribute) {
      const selector = selectors.get(attribute) ?? `[${CSS.escape(attribute)}]`;
      selectors.set(attribute, selector);
      for (let at: Element | null = element; at !== null; at = parentOfPiece(at)) {
        const found = nearest(at, selector);
        if (found) return found;
      }
      return null;
    },
    within: (element) => from(element, () => true),
    marked: (element) => from(element, isMarked),
    holds(element) {
      if (isIn(element)) return true;
      let top = element;
      for (let above = tree.parent(top); above !== null && !isIn(top); above = tree.parent(above)) top = above;
      return isIn(top);
    },
    text: (element) => textContent.call(element) ?? '',
  };
  /** What the piece stood in that an element is in; null for an element of the page itself. */
  function parentOfPiece(element: Element): Element | null {
    const top = rootNode.call(element);
    return top instanceof Element ? tree.parent(top) : null;
  }
  return tree;
}

/** What finds elements with an attribute, by its name. */
const selectors = new Map<string, string>();

const isMarked = (element: Element): boolean =>
  (hasAttributes.call(element) && attributeNames.call(element).some(isLikeOurs)) ||
  localName.call(element) === 'script';

const { createTreeWalker } = Document.prototype;
const { getRootNode: rootNode } = Node.prototype;
const { getAttributeNames: attributeNames, hasAttributes } = Element.prototype;
const textContent = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!.get as (
  this: Node,
) => string | null;
const localName = Object.getOwnPropertyDescriptor(Element.prototype, 'localName')!.get as (this: Element) => string;
