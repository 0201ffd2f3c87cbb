import {
  defaultTreeAdapter,
  Parser,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type Token,
} from 'parse5';
import type { PageTree } from '../../inspection/page-tree.ts';
import { CannotInspect } from './cannot-inspect.ts';

/** An element of a page parsed by the HTML standard's algorithm, without running scripts. */

export type ParsedElement = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** Against memory exhaustion: a few lines of markup can expand to more than a machine holds. */
const limits = { depth: 20_000, elements: 1_000_000 };

/**
 * @returns the root of the page; each element knows its line and column
 * @throws CannotInspect for a page beyond the limits
 */
export function parsePage(html: string): ParsedElement {
  const parser = new FormParser({ sourceCodeLocationInfo: true, treeAdapter: countingAdapter() });
  parser.tokenizer.write(html, true);
  const { document } = parser;
  const root = document.childNodes.find((node) => isElement(node)) as ParsedElement;
  if (parser.saysItsParts) wholePages.add(root);
  return root;
}

/** Forms in which another one was written that is about us, or that are about us themselves. */
const holdingLostForms = new WeakSet<ParsedElement>();

/** Roots of sources with a tag for the page itself, its head or its body. */
const wholePages = new WeakSet<ParsedElement>();

/** Whether a source is a piece that is put into pages, so that where it stands in them is not known. */
export const isFragment = (root: ParsedElement): boolean => !wholePages.has(root);

/** A form in a form is dropped by the rules of HTML, and leaves no trace in the tree. */
class FormParser extends Parser<DefaultTreeAdapterMap> {
  saysItsParts = false;

  override onStartTag(token: Token.TagToken): void {
    this.saysItsParts ||= ['html', 'head', 'body'].includes(token.tagName);
    const outer = this.formElement;
    const isLost = token.tagName === 'form' && outer !== null && this.openElements.tmplCount === 0;
    if (isLost && [...token.attrs, ...outer.attrs].some(({ name }) => name === 'data-ms-form'))
      holdingLostForms.add(outer);
    super.onStartTag(token);
  }
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

/** The Inspector's rules' view of a parsed page. */
export const parsedTree: PageTree<ParsedElement> = {
  name: ({ tagName }) => tagName,
  attributes: ({ attrs }) => attrs.map(({ name }) => name),
  read: ({ attrs }, attribute) => attrs.find(({ name }) => name === attribute)?.value ?? null,
  parent: ({ parentNode }) => (parentNode && 'tagName' in parentNode ? parentNode : null),
  *within(element) {
    // Iterative: recursion and spread arguments would overflow the stack on deep or wide pages.
    const waiting = [element];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      yield next;
      for (const node of next.childNodes.toReversed()) if (isElement(node)) waiting.push(node);
    }
  },
  holds: () => true,
  text: ({ childNodes }) => childNodes.map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : '')).join(''),
  hasLostForm: (form) => holdingLostForms.has(form),
};
