import { parent } from '../page/dom.ts';
import type { Entry } from './state.ts';
import { placeLabels, type Size } from './x-ray-labels.ts';
import { Outline, rankOf } from './x-ray-outline.ts';
import type { Overlays } from './x-ray-overlays.ts';

/** The outlines of a page, and which of them can be seen. */

/** How far out of the window outlines are ready. */
const nearness = '50%';

/** @param onChange there are others now, or others are in the window */
export function createOutlines(overlays: Record<'boxes' | 'labels', Overlays>, onChange: () => void) {
  const outlines = new Map<Element, Outline>();
  /** Outlines of elements in the window, or nearly. */
  const near = new Set<Outline>();

  const watch = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const outline = outlines.get(target);
        if (outline && isIntersecting) near.add(outline);
        else if (outline) leave(outline);
      }
      onChange();
    },
    { root: document, rootMargin: nearness },
  );
  function leave(outline: Outline): void {
    near.delete(outline);
    outline.erase();
  }
  return {
    near: near as ReadonlySet<Outline>,
    /** Takes over what is to be outlined from now on. */
    choose(wanted: ReadonlyMap<Element, Entry[]>): void {
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
      onChange();
    },
    /** The innermost visible outline around a node. */
    around(node: EventTarget | null | undefined): Outline | undefined {
      for (let at = node; at instanceof Element; at = parent(at)) {
        const outline = outlines.get(at);
        if (outline?.drawn) return outline;
      }
      return undefined;
    },
  };
}

/** Puts labels where there is room, the most wanted first. */
export function layLabels(outlines: ReadonlySet<Outline>, view: Size): void {
  const ranked = [...outlines].toSorted((one, other) => rankOf(one) - rankOf(other));
  const labels = ranked.flatMap(({ drawn: around, labelSize: size, hasLabel, isAsked }, at) =>
    around && size && hasLabel ? [{ around, size, isAsked, at }] : [],
  );
  const places = placeLabels(labels, {
    view,
    outlines: ranked.flatMap(({ drawn, kind }) => (drawn ? { ...drawn, isProblem: kind !== 'found' } : [])),
  });
  const placeOf = new Map(labels.map(({ at }, index) => [ranked[at], places[index]]));
  for (const outline of outlines) outline.layLabel(placeOf.get(outline));
}
