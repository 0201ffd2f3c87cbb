import { localStore } from '../../client/storage.ts';
import { all, nearest, parent } from '../page/dom.ts';

/** Where the badge stands: where the builder has put it, unless it would cover something of the page that is pressed. */

/** Parts of the room that the badge leaves, from 0 to 1: 0 is left and top. */
export interface Place {
  x: number;
  y: number;
}

/** The bottom centre, from the specification. */
const usual: Place = { x: 0.5, y: 1 };
const key = 'ms_inspector_badge';

export interface KeptBadge {
  place: Place;
  isFolded: boolean;
}

export function readBadge(): KeptBadge {
  const kept = localStore.readJson<Partial<Place> & { isFolded?: boolean }>(key);
  const isPart = (part: unknown): part is number => typeof part === 'number' && part >= 0 && part <= 1;
  const place = kept && isPart(kept.x) && isPart(kept.y) ? { x: kept.x, y: kept.y } : usual;
  return { place, isFolded: kept?.isFolded === true };
}

export const keepBadge = ({ place, isFolded }: KeptBadge): void =>
  localStore.write(key, JSON.stringify({ ...place, isFolded }));

/** Between badge and window. px, as in badge.css. */
const margin = 12;

export const within = (part: number): number => Math.max(0, Math.min(1, part));

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a badge of that size stands at a place. */
function boxAt({ x, y }: Place, { width, height }: Pick<Box, 'width' | 'height'>): Box {
  const { clientWidth, clientHeight } = all(document, ':root')[0]!;
  const room = { x: clientWidth - width - 2 * margin, y: clientHeight - height - 2 * margin };
  return { left: margin + room.x * x, top: margin + room.y * y, width, height };
}

/** The place a box has. */
export function placeOf({ left, top, width, height }: Box): Place {
  const { clientWidth, clientHeight } = all(document, ':root')[0]!;
  const part = (at: number, room: number) => (room <= 0 ? 0 : within((at - margin) / room));
  return { x: part(left, clientWidth - width - 2 * margin), y: part(top, clientHeight - height - 2 * margin) };
}

/** From the bottom up; a bar is seldom higher than a third of the window. */
const rows = [1, 0.9, 0.8, 0.7, 0.55, 0.4, 0.2, 0];

/**
 * The wanted place, or the next one where the badge covers nothing of the page that is pressed: no bar that is fixed to
 * the window and has controls, and where such bars are everywhere, no control.
 *
 * @param badge what it takes up
 * @param own the host of the Inspector, which is looked through
 */
export function freePlace(wanted: Place, badge: Pick<Box, 'width' | 'height'>, own: Element): Place {
  const columns = [...new Set([wanted.x, 0.5, 0, 1])];
  const places = [wanted, ...rows.flatMap((y) => columns.map((x) => ({ x, y })))];
  const isFree = (place: Place, covers: (under: Element) => boolean) =>
    pointsIn(boxAt(place, badge)).every(([x, y]) => {
      const under = elementsFrom.call(document, x, y).find((each) => each !== own);
      return !under || !covers(under);
    });
  return places.find((place) => isFree(place, isOfBar)) ?? places.find((place) => isFree(place, isOfControl)) ?? wanted;
}

const pointsIn = ({ left, top, width, height }: Box): [x: number, y: number][] =>
  [0, 0.25, 0.5, 0.75, 1].flatMap((x) =>
    [0, 0.5, 1].map((y): [number, number] => [left + x * (width - 1), top + y * (height - 1)]),
  );

const controls =
  'a[href],button,input,select,textarea,label,summary,iframe,[role=button],[role=link],[role=checkbox],[role=switch],[role=tab],[onclick],[tabindex],[contenteditable],[data-ms-modal],[data-ms-action],[data-ms-auth-provider]';

/** What is fixed to the window around an element. */
function stuckAround(element: Element): Element | undefined {
  for (let at: Node | null = element; at instanceof Element; at = parent(at))
    if (/^(?:fixed|sticky)$/.test(getComputedStyle(at).position)) return at;
  return undefined;
}

function isOfBar(element: Element): boolean {
  const bar = stuckAround(element);
  return (bar !== undefined && all(bar, controls).length > 0) || isOfControl(element);
}

/** What scrolls with the page is uncovered by scrolling, where the page is longer than its window. */
function isOfControl(element: Element): boolean {
  const control = nearest(element, controls);
  if (!control) return false;
  const { scrollHeight, clientHeight } = all(document, ':root')[0]!;
  return scrollHeight - clientHeight <= 4 * margin || stuckAround(control) !== undefined;
}

const { elementsFromPoint: elementsFrom } = Document.prototype;

/** How long after a change of the page the place is looked at again. Milliseconds. */
const settleMs = 300;
const ends = ['resize', 'scrollend', 'transitionend', 'animationend'] as const;

/**
 * Tells when controls of the page may have come, gone or moved: after changes, and after what moves has come to rest.
 *
 * @returns what ends it
 */
export function followControls(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, settleMs);
  };
  const observer = new MutationObserver(later);
  const attributeFilter = ['class', 'style', 'hidden', 'open', 'disabled', 'href'];
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter });
  for (const name of ends) listen.call(window, name, later, true);
  later();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    for (const name of ends) removeListener.call(window, name, later, true);
  };
}

const { addEventListener: listen, removeEventListener: removeListener } = EventTarget.prototype;
