import { isFor } from './conditions.ts';
import {
  addStyles,
  all,
  classesOf,
  create,
  erase,
  fits,
  having,
  isIn,
  parent,
  read,
  readPlain,
  styleOf,
  tellPage,
  write,
} from './dom.ts';
import type { Who } from './who.ts';

/**
 * Shows each element with `data-ms-content` to whom it is for, and takes it out of the page for everybody else. Until
 * that is known nothing of it is seen. Elements with `data-ms-bind:…` stay, and change instead.
 */

const bound = [having('bind:style'), having('bind:class')].join();
const open = having('content-open');
/** The template of a comment: elements in it are gated in its copies. */
const model = having('post', '');
const gated = `${having('content')}:not(${model} *)`;

/** What only the part for comments fills in or hides; until it is here nothing of it is seen. */
const undrawn = `${having('channel')}:not(${having('drawn')}) :is(${[
  having('post', 'item'),
  having('post', 'container'),
  having('post', 'is-typing'),
].join()})`;

/** The second step of a form waits for the first. */
const laterStep = `${having('form')}:not(${having('code-sent')}) ${having('passwordless', 'step-2')}`;

/** Put up before the browser draws anything. */
export const hideGated = (): void =>
  addStyles(
    `${gated}:not(${open},${bound}),${having('hidden')},${model},${undrawn},${laterStep}{display:none!important}:root${having('closed')}{visibility:hidden!important}`,
  );

/** Where an element was that is taken out, by what stands in its place. */
export const takenOut = new Map<Comment, HTMLElement>();
/** What elements looked like before their bindings, while these are on. */
const before = new WeakMap<Element, HTMLElement>();

/** @returns whether something waits for what is not known yet */
export function gate(root: Element | Document, who: Who): boolean {
  putBack(who);
  let waits = false;
  for (const element of all(root, gated)) {
    const isOpen = isFor(read(element, 'content')!, who);
    if (isOpen === undefined) waits = true;
    else if (fits(element, bound)) bind(element, isOpen);
    else if (isOpen) write(element, 'content-open', '');
    else takeOut(element);
  }
  return waits;
}

function takeOut(element: HTMLElement): void {
  erase(element, 'content-open');
  if (!isIn(element)) return;
  const place = new Comment('');
  parent(element).replaceChild(place, element);
  takenOut.set(place, element);
  tellPage('intake:content-removed', { condition: read(element, 'content') });
}

/** Puts back what the member may see now; placeholders that the page has removed are forgotten. */
function putBack(who: Who): void {
  for (const [place, element] of takenOut) {
    if (!isIn(place)) takenOut.delete(place);
    else if (isFor(read(element, 'content')!, who)) {
      takenOut.delete(place);
      write(element, 'content-open', '');
      parent(place).replaceChild(element, place);
    }
  }
}

/** Changes what a binding names, and nothing else: the rest is the page's, whose scripts open menus and animate. */
function bind(element: HTMLElement, isOn: boolean): void {
  const given = buildLook(read(element, 'bind:class'), read(element, 'bind:style'));
  // Drawings (SVG) have a style of another kind: bound by their class alone, they keep it.
  const style = given.style[0] ? styleOf(element) : given.style;
  const own = before.get(element) ?? buildLook(readPlain(element, 'class'), style.cssText);
  for (const name of given.classList)
    if (isOn) classesOf(element).add(name);
    else if (!own.classList.contains(name)) classesOf(element).remove(name);
  if (isOn === before.has(element)) return;
  const both = `${own.style.cssText};${given.style.cssText}`;
  if (isOn) {
    before.set(element, own);
    // Set as an attribute, a style would be stopped by a strict policy of the page.
    style.cssText = both;
    return;
  }
  before.delete(element);
  // As text where it can be: of a shorthand with a variable no single property can be read.
  if (style.cssText === buildLook(null, both).style.cssText) style.cssText = own.style.cssText;
  else
    for (const name of given.style)
      style.setProperty(name, own.style.getPropertyValue(name), own.style.getPropertyPriority(name));
}

/** An element with these classes and this style, to ask for them one by one. */
function buildLook(classes: string | null, css: string | null): HTMLElement {
  const look = create('p');
  look.className = classes ?? '';
  look.style.cssText = css ?? '';
  return look;
}
