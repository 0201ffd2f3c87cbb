import { all, on } from '../page/dom.ts';
import type { Entry, Inspector } from './state.ts';
import type { Point } from './x-ray-labels.ts';
import { isSameLook, kindOf, type Outline } from './x-ray-outline.ts';
import { createOutlines, layLabels } from './x-ray-outlines.ts';
import { createOverlays } from './x-ray-overlays.ts';
import { followPresses, type Asked } from './x-ray-presses.ts';

/**
 * Outlines around everything there is a finding about, above the page and without moving anything in it; while that is
 * off, around what is chosen in the sidebar.
 */
export function drawXRay(inspector: Inspector, root: ShadowRoot): void {
  // All labels over all outlines in the same layer of the page.
  const overlays = { boxes: createOverlays(root, 'x-ray-box'), labels: createOverlays(root, 'x-ray-label') };
  const outlines = createOutlines(overlays, renew);
  let pointer: Point | undefined;
  let view = { width: 0, height: 0 };
  /** Something has changed besides the elements. */
  let isStale = false;
  let frame = 0;

  function renew(): void {
    isStale = true;
    if (frame === 0 && outlines.near.size > 0) frame = requestAnimationFrame(draw);
  }
  /**
   * Everything is read before anything is written: the page is laid out once a frame. No frame is requested while
   * nothing is outlined, and a browser gives none while the tab is hidden.
   */
  function draw(): void {
    const { near } = outlines;
    frame = near.size > 0 ? requestAnimationFrame(draw) : 0;
    const { clientWidth: width, clientHeight: height } = all(document, ':root')[0]!;
    const looks = [...near].map((outline) => [outline, outline.look()] as const);
    const isAsBefore = looks.every(([{ drawn }, look]) => isSameLook(drawn, look));
    if (isAsBefore && !isStale && view.width === width && view.height === height) return;
    isStale = false;
    view = { width, height };
    const hovered = pointer && outlines.around(fromPoint.call(document, pointer.x, pointer.y));
    for (const outline of near) outline.measureLabel();
    const { chosen, isOpen } = inspector.state();
    for (const [outline, look] of looks) {
      const isChosen = isOpen && outline.entries.some(({ key }) => key === chosen);
      // A label that says more or less is laid out with this frame, and placed with the next.
      if (outline.draw(look, isChosen || outline === hovered)) isStale = true;
    }
    layLabels(near, view);
  }

  const choose = () => outlines.choose(wantedOf(inspector));
  inspector.subscribe(choose);
  choose();
  followPointer((point) => {
    pointer = point;
    // Looked at with the next frame, where anything is outlined at all.
    isStale = true;
  });
  const askedBy = (event: MouseEvent) => askedOf(outlines.around, event);
  followPresses(askedBy, (key) => inspector.change({ isOpen: true, tab: 'inspector', chosen: key }));
}

const followPointer = (onMove: (point: Point) => void): void =>
  on('pointermove', ({ clientX: x, clientY: y }) => onMove({ x, y }), true);

/** The finding that is asked for by a press of an outlined element together with the Alt key. */
function askedOf(around: (node: EventTarget | undefined) => Outline | undefined, event: MouseEvent): Asked | undefined {
  return event.altKey ? around(event.composedPath()[0])?.asked() : undefined;
}

/** What is to be outlined, by element. */
function wantedOf(inspector: Inspector): Map<Element, Entry[]> {
  const state = inspector.state();
  const wanted = new Map<Element, Entry[]>();
  if (!state.isXRayOn && !(state.isOpen && state.chosen)) return wanted;
  for (const entry of state.entries) {
    if (!entry.element || !kindOf(entry) || !(state.isXRayOn || entry.key === state.chosen)) continue;
    const others = wanted.get(entry.element);
    if (others) others.push(entry);
    else wanted.set(entry.element, [entry]);
  }
  return wanted;
}

const fromPoint = Document.prototype.elementFromPoint;
