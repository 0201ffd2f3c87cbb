import { all, on, parent } from '../page/dom.ts';
import type { Entry, Inspector } from './state.ts';
import css from './x-ray.css?inline';
import { placeLabels, type Point } from './x-ray-labels.ts';
import { isSameLook, kindOf, Outline, rankOf } from './x-ray-outline.ts';
import { createOverlays } from './x-ray-overlays.ts';
import { followPresses, type Asked } from './x-ray-presses.ts';

/** How far out of the window outlines are ready. */
const nearness = '50%';

/**
 * Outlines around everything there is a finding about, above the page and without moving anything in it; while that is
 * off, around what is chosen in the sidebar.
 */
export function drawXRay(inspector: Inspector, root: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  // All labels over all outlines in the same layer of the page.
  const overlays = { boxes: createOverlays(root, 'x-ray-box'), labels: createOverlays(root, 'x-ray-label') };

  const outlines = new Map<Element, Outline>();
  /** Those whose element is in the window, or nearly. */
  const near = new Set<Outline>();
  let pointer: Point | undefined;
  let view = { width: 0, height: 0 };
  /** Something has changed besides the elements. */
  let isStale = false;
  let frame = 0;

  const watch = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const outline = outlines.get(target);
        if (outline && isIntersecting) near.add(outline);
        else if (outline) leave(outline);
      }
      renew();
    },
    { root: document, rootMargin: nearness },
  );
  function leave(outline: Outline): void {
    near.delete(outline);
    outline.erase();
  }
  /** Takes over what is to be outlined from now on. */
  function choose(): void {
    const wanted = wantedOf(inspector);
    for (const [element, outline] of outlines) {
      if (wanted.has(element)) continue;
      outlines.delete(element);
      watch.unobserve(element);
      leave(outline);
    }
    for (const [element, entries] of wanted) {
      const outline = outlines.get(element);
      if (outline) outline.tell(entries);
      else {
        outlines.set(element, new Outline(overlays, element, entries));
        watch.observe(element);
      }
    }
    renew();
  }
  function renew(): void {
    isStale = true;
    if (frame === 0 && near.size > 0) frame = requestAnimationFrame(draw);
  }
  /**
   * Everything is read before anything is written: the page is laid out once a frame. Nobody asks for frames where
   * nothing is outlined, and a browser gives none while the tab is hidden.
   */
  function draw(): void {
    frame = near.size > 0 ? requestAnimationFrame(draw) : 0;
    const { clientWidth: width, clientHeight: height } = all(document, ':root')[0]!;
    const looks = [...near].map((outline) => [outline, outline.look()] as const);
    const isAsBefore = looks.every(([{ drawn }, look]) => isSameLook(drawn, look));
    if (isAsBefore && !isStale && view.width === width && view.height === height) return;
    isStale = false;
    view = { width, height };
    const hovered = pointer && outlineUnder(pointer);
    for (const outline of near) outline.measureLabel();
    const { chosen, isOpen } = inspector.state();
    for (const [outline, look] of looks) {
      const isChosen = isOpen && outline.entries.some(({ key }) => key === chosen);
      // A label that says more or less is laid out with this frame, and placed with the next.
      if (outline.draw(look, isChosen || outline === hovered)) isStale = true;
    }
    layLabels();
  }
  function layLabels(): void {
    const ranked = [...near].toSorted((one, other) => rankOf(one) - rankOf(other));
    const labels = ranked.flatMap(({ drawn: around, labelSize: size, hasLabel, isAsked }, at) =>
      around && size && hasLabel ? [{ around, size, isAsked, at }] : [],
    );
    const places = placeLabels(labels, { view, outlines: ranked.flatMap(({ drawn }) => drawn ?? []) });
    const placeOf = new Map(labels.map(({ at }, index) => [ranked[at], places[index]]));
    for (const outline of near) outline.layLabel(placeOf.get(outline));
  }
  /** What is under the pointer, whatever the page has put over it; a label counts as its outline. */
  function outlineUnder({ x, y }: Point): Outline | undefined {
    const hit = fromPoint.call(document, x, y);
    return outlineAround(hit === root.host ? root.elementFromPoint(x, y) : hit);
  }
  function outlineAround(node: EventTarget | null | undefined): Outline | undefined {
    const ofLabel = [...near].find((outline) => outline.owns(node));
    if (ofLabel) return ofLabel;
    for (let at = node; at instanceof Element; at = parent(at)) {
      const outline = outlines.get(at);
      if (outline?.drawn) return outline;
    }
    return undefined;
  }
  /** The finding that is asked for by a press of a label, or of an outlined element together with the Alt key. */
  function askedBy(event: MouseEvent): Asked | undefined {
    const [inner] = event.composedPath();
    const outline = outlineAround(inner);
    if (!outline?.owns(inner) && !event.altKey) return undefined;
    return outline?.askedAt(inner);
  }

  inspector.subscribe(choose);
  choose();
  on(
    'pointermove',
    ({ clientX: x, clientY: y }) => {
      pointer = { x, y };
      // Looked at with the next frame, where anything is outlined at all.
      isStale = true;
    },
    true,
  );
  followPresses(askedBy, (key) => inspector.change({ isOpen: true, tab: 'inspector', chosen: key }));
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
