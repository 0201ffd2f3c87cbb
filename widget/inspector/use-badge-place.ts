import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { followControls, freePlace, keepBadge, placeOf, readBadge, within, type Place } from './badge-place.ts';

/** The badge can be dragged, moved with the arrow keys, and folded; what was done is kept for every page of the site. */

/** How far a pointer moves before a press is a drag. px. */
const dragThreshold = 5;
/** How far an arrow key moves it: a part of the room. */
const keyStep = 0.05;
const steps: Record<string, Place> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
};

interface Drag {
  /** Where the pointer went down, and where the badge was. */
  x: number;
  y: number;
  box: DOMRect;
  /** Where it has been dragged to, undefined as long as the press is no drag. */
  place: Place | undefined;
}

/** @returns undefined for what is no drag yet */
function draggedTo({ x, y, box, place }: Drag, now: MouseEvent): Place | undefined {
  const by = { x: now.clientX - x, y: now.clientY - y };
  if (!place && Math.hypot(by.x, by.y) < dragThreshold) return undefined;
  const { left, top, width, height } = box;
  return placeOf({ left: left + by.x, top: top + by.y, width, height });
}

/** At the window: a fast pointer leaves the badge between two events. */
function followPointer(onMove: (event: MouseEvent) => void, onEnd: () => void): void {
  const following = new AbortController();
  const options = { capture: true, signal: following.signal };
  window.addEventListener('pointermove', onMove, options);
  for (const name of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(
      name,
      () => {
        following.abort();
        onEnd();
      },
      options,
    );
}

export function useBadgePlace(badge: RefObject<HTMLElement | null>) {
  const [kept, setKept] = useState(readBadge);
  const [shown, setShown] = useState(kept.place);
  const drag = useRef<Drag>(undefined);

  function keep(next: typeof kept): void {
    setKept(next);
    keepBadge(next);
  }
  const { place, isFolded } = kept;
  useEffect(() => {
    const settle = () => {
      const element = badge.current!;
      const host = (element.getRootNode() as ShadowRoot).host;
      if (!drag.current) setShown(freePlace(place, element.getBoundingClientRect(), host));
    };
    settle();
    return followControls(settle);
  }, [badge, place, isFolded]);

  return {
    isFolded,
    fold: () => keep({ ...kept, isFolded: !isFolded }),
    style: { '--x': shown.x, '--y': shown.y } as object,
    /** Whether the press that ends now was a drag, and no press. */
    wasDragged: () => drag.current?.place !== undefined,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        const { clientX: x, clientY: y } = event;
        const begun: Drag = { x, y, box: badge.current!.getBoundingClientRect(), place: undefined };
        drag.current = begun;
        followPointer(
          (now) => {
            begun.place = draggedTo(begun, now);
            if (begun.place) setShown(begun.place);
          },
          () => {
            if (begun.place) keep({ place: begun.place, isFolded });
            // The click of this press comes in the same task, and is to be told from one without a drag.
            setTimeout(() => (drag.current = undefined));
          },
        );
      },
      onKeyDown(event: KeyboardEvent) {
        const step = steps[event.key];
        if (!step) return;
        event.preventDefault();
        const next = { x: within(place.x + step.x), y: within(place.y + step.y) };
        keep({ place: next, isFolded });
      },
    },
  };
}
