import type { Rect } from './x-ray-labels.ts';

/** Presses that are meant for X-ray and not for the page. */

/** The finding that a press asks for. */
export interface Asked {
  /** Of its entry. */
  key: string;
  /** What is pressed, in the window. */
  around: Rect;
}

/**
 * Tells of presses. The page hears nothing of them.
 *
 * An element may leave or move while it is held down: a browser gives no `click` then, or gives it to another one. So a
 * press asks for what it began on, and is complete when the pointer is let go within where that was.
 *
 * @param askedBy what an event asks for, undefined where it is the page's own
 */
export function followPresses(askedBy: (event: MouseEvent) => Asked | undefined, ask: (key: string) => void): void {
  /** What the press began on that is under way. */
  let pressed: Asked | undefined;

  function hear(event: PointerEvent): void {
    const asked = askedBy(event);
    if (event.type === 'pointerdown') pressed = event.button === 0 ? asked : undefined;
    // From the keyboard, or by a script: no press comes before it.
    const isAlone = event.type === 'click' && event.detail === 0;
    if (!asked && (isAlone || !pressed)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAlone) ask(asked!.key);
    else if (event.type === 'pointerup' && pressed && isWithin(pressed.around, event)) ask(pressed.key);
    if (event.type === 'mouseup') endAfterClick(pressed);
  }
  /** A browser dispatches the click of a press in the same task as its `mouseup`, or none at all. */
  function endAfterClick(ended: Asked | undefined): void {
    setTimeout(() => {
      // Under load another press may have begun before this timer.
      if (pressed === ended) pressed = undefined;
    });
  }
  // In the capture phase of the window: before every listener of the page.
  for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const)
    listen.call(window, name, (event) => hear(event as PointerEvent), true);
  listen.call(window, 'pointercancel', () => (pressed = undefined), true);
}

const isWithin = ({ x, y, width, height }: Rect, { clientX, clientY }: MouseEvent): boolean =>
  clientX >= x && clientX <= x + width && clientY >= y && clientY <= y + height;

const listen = EventTarget.prototype.addEventListener;
