import type { PageTree } from '../../inspection/page-tree.ts';
import { all, having, isIn, nearest, parent, readPlain } from '../page/dom.ts';
import type { Page } from '../page/page.ts';

/** What has left a page that its author put there. */
export type Written = Pick<Page, 'takenOut' | 'templates'>;

const copyOfPost = having('post', 'item');

/**
 * The page with everything in it that was taken out because the visitor may not see it: its author wants to hear of
 * mistakes in that as well, and a form is not wrong because a visitor does not see all of it. Of comments it has the
 * template, which is the author's, and not the copies: what is wrong with it is told once.
 *
 * Read past whatever the page calls its own, as everywhere in the widget.
 */
export function pageAsWritten({ takenOut, templates }: Written): PageTree<Element> {
  const placeOf = (element: Element): Comment | undefined => {
    for (const left of [takenOut, templates]) for (const [place, each] of left) if (each === element) return place;
    return undefined;
  };
  const tree: PageTree<Element> = {
    name: (element) => localName.call(element),
    attributes: (element) => attributeNames.call(element),
    read: readPlain,
    parent(element) {
      const above = (parent(element) as Node | null) ?? placeOf(element)?.parentNode ?? null;
      return above instanceof Element ? above : null;
    },
    within(element) {
      const elements: Element[] = all(element, '*').filter((each) => !isCopy(each));
      // An author's order; where it is looked at, it is put in order anyway.
      for (const left of [takenOut, templates])
        for (const [place, each] of left)
          // One by one: a call takes only so many at once.
          if (isWithin(place, element)) for (const inside of tree.within(each)) elements.push(inside);
      return elements;
    },
    holds(element) {
      if (isIn(element)) return true;
      let top = element;
      for (let above = tree.parent(top); above !== null && !isIn(top); above = tree.parent(above)) top = above;
      return isIn(top);
    },
  };
  const isCopy = (element: Element) => templates.size > 0 && nearest(element, copyOfPost) !== null;
  const isWithin = (place: Node, element: Element) => contains.call(element, place);
  return tree;
}

const { getAttributeNames: attributeNames } = Element.prototype;
const { contains } = Node.prototype;
const localName = Object.getOwnPropertyDescriptor(Element.prototype, 'localName')!.get as (this: Element) => string;
