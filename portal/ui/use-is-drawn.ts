import { startTransition, useEffect, useState } from 'react';

/**
 * Whether the first screen stands. False while the build renders a page and while the browser takes that over: what
 * comes later than the rest belongs behind this, and is drawn in pieces that let presses through.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return isDrawn;
}
