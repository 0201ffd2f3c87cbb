import type { Attribute, PageEvent } from '../../shared/attributes.ts';

/**
 * The page's elements, read past whatever the page calls its own: an element named `getAttribute` or `body` hides the
 * method or property of that name from everybody who asks for it the usual way.
 */

const prefix = 'data-ms-';
const { getAttribute, setAttribute, removeAttribute, closest, matches } = Element.prototype;
const inElement = Element.prototype.querySelectorAll;
const inDocument = Document.prototype.querySelectorAll;
const getterOf = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)!.get!;
const bodyOf = getterOf(Document.prototype, 'body');
const parentOf = getterOf(Node.prototype, 'parentNode');
const isConnectedOf = getterOf(Node.prototype, 'isConnected');
const classGetter = getterOf(Element.prototype, 'classList');
const styleGetter = getterOf(HTMLElement.prototype, 'style');
const listen = EventTarget.prototype.addEventListener;
const createIn = Document.prototype.createElement;

/** The value of `data-ms-<name>`, null where it is missing. */
export const read = (element: Element, name: Attribute): string | null => getAttribute.call(element, prefix + name);
export const write = (element: Element, name: Attribute, value: string): void =>
  setAttribute.call(element, prefix + name, value);
export const erase = (element: Element, name: Attribute): void => removeAttribute.call(element, prefix + name);
export const readPlain = (element: Element, name: string): string | null => getAttribute.call(element, name);
export const writePlain = (element: Element, name: string, value: string): void =>
  setAttribute.call(element, name, value);

/** What finds elements with the attribute, or with this value of it. */
export const having = (name: Attribute, value?: string): string =>
  `[${prefix}${name.replace(':', '\\:')}${value === undefined ? '' : `="${value}"`}]`;

/** Everything below a root that a selector finds, and the root itself. */
export function all(root: Element | Document, selector: string): HTMLElement[] {
  if (root instanceof Document) return [...inDocument.call(root, selector)] as HTMLElement[];
  const below = [...inElement.call(root, selector)] as HTMLElement[];
  return fits(root, selector) ? [root as HTMLElement, ...below] : below;
}

export const nearest = (element: Element, selector: string): HTMLElement | null =>
  closest.call(element, selector) as HTMLElement | null;
/** The element with a selector in which an event began; null for an event of the document or window. */
export const nearestTo = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? nearest(target, selector) : null;
export const fits = (element: Element, selector: string): boolean => matches.call(element, selector);
export const create = (name: string): HTMLElement => createIn.call(document, name);
export const isIn = (node: Node): boolean => isConnectedOf.call(node) as boolean;
export const parent = (node: Node): ParentNode & Node => parentOf.call(node) as ParentNode & Node;
export const following = (node: Node): Node | null => getterOf(Node.prototype, 'nextSibling').call(node) as Node | null;
export const styleOf = (element: Element): CSSStyleDeclaration => styleGetter.call(element) as CSSStyleDeclaration;
export const classesOf = (element: Element): DOMTokenList => classGetter.call(element) as DOMTokenList;
export const body = (): HTMLElement => bodyOf.call(document) as HTMLElement;
export const scriptRunning = (): Element | null =>
  getterOf(Document.prototype, 'currentScript').call(document) as Element | null;

export function on<Name extends keyof DocumentEventMap>(
  name: Name,
  listener: (event: DocumentEventMap[Name]) => void,
  capture = false,
): void {
  listen.call(document, name, listener as EventListener, capture);
}

export function tellPage(name: PageEvent, detail?: unknown): void {
  EventTarget.prototype.dispatchEvent.call(document, new CustomEvent(name, { detail }));
}

/** A style sheet that a strict content security policy of the page does not stop. */
function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Adds rules to the page's own. */
export function addStyles(css: string): void {
  // The list is the document's own: it is changed in place.
  (getterOf(Document.prototype, 'adoptedStyleSheets').call(document) as CSSStyleSheet[]).push(sheetOf(css));
}

/**
 * Puts an element of ours into the page, with a shadow root that the page's styles do not reach.
 *
 * @param name of the element
 * @param css of its shadow root
 * @param place where it is added, at the end
 */
export function addHost(name: string, css: string, place: Node = body()): ShadowRoot {
  const host = create(name);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheetOf(css)];
  Node.prototype.appendChild.call(place, host);
  return root;
}
