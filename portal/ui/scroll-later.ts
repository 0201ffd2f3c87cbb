const delayMs = 600;
/** Controls that can be pressed. */
const pressable = 'a, button, input, label, select, textarea, summary';
/** How readers move the view themselves. */
const moves = ['wheel', 'touchmove', 'keydown'];

/**
 * Takes the view to the top of the page when a change of the page has settled. A reader who acts before the view is there
 * keeps it where it is: a press whose button has moved between down and up does nothing.
 *
 * @returns ends it
 */
export function scrollToTopLater(): () => void {
  let isMoving = false;
  const timer = setTimeout(() => {
    isMoving = true;
    window.scrollTo({ top: 0, behavior: 'smooth' });
  }, delayMs);
  const acts = new AbortController();
  const watching = { capture: true, passive: true, signal: acts.signal };

  function end(): void {
    clearTimeout(timer);
    acts.abort();
  }
  function keepView(): void {
    // Where it is by now: a scroll to there ends the one that is under way.
    if (isMoving) window.scrollTo({ top: window.scrollY, behavior: 'instant' });
    end();
  }
  // The second press of a double click is no act: it lands on whatever stands there now.
  addEventListener('pointerdown', ({ target }) => (target as Element).closest(pressable) && keepView(), watching);
  for (const move of moves) addEventListener(move, keepView, watching);
  addEventListener('scrollend', ({ target }) => isMoving && target === document && end(), watching);
  return end;
}
