import { isFor } from './conditions.ts';
import {
  addStyles,
  all,
  erase,
  having,
  isIn,
  parent,
  read,
  readPlain,
  styleOf,
  tellPage,
  write,
  writePlain,
} from './dom.ts';
import type { Who } from './who.ts';

/**
 * Shows each element with `data-ms-content` to whom it is for, and takes it out of the page for everybody else. Until
 * that is known nothing of it is seen. Elements with `data-ms-bind:…` stay, and change instead.
 */

const bindings = ['style', 'class'] as const;
const bound = bindings.map((kind) => having(`bind:${kind}`)).join();
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
/** What bound elements looked like before. */
const before = { style: new WeakMap<Element, string>(), class: new WeakMap<Element, string>() };

/** @returns whether something waits for what is not known yet */
export function gate(root: Element | Document, who: Who): boolean {
  putBack(who);
  let waits = false;
  for (const element of all(root, gated)) {
    const isOpen = isFor(read(element, 'content')!, who);
    if (isOpen === undefined) waits = true;
    else if (bindings.some((kind) => read(element, `bind:${kind}`) !== null)) bind(element, isOpen);
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

function bind(element: HTMLElement, isOn: boolean): void {
  for (const kind of bindings) {
    const wanted = read(element, `bind:${kind}`);
    if (wanted === null) continue;
    const own = before[kind].get(element) ?? readPlain(element, kind) ?? '';
    before[kind].set(element, own);
    const next = isOn ? `${own}${kind === 'style' ? ';' : ' '}${wanted}` : own;
    // Set as an attribute, a style would be stopped by a strict policy of the page.
    if (kind === 'style') styleOf(element).cssText = next;
    else writePlain(element, kind, next);
  }
}
