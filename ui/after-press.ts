let isPressing = false;
if (!import.meta.env.SSR) {
  document.addEventListener('pointerdown', () => (isPressing = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, () => (isPressing = false), { capture: true });
  }
}

/**
 * Does something once the press under way has become a click. A message that appears between down and up pushes the
 * pressed button away from the pointer, and the press is lost.
 */
export function afterPress(act: () => void): void {
  const later = () => setTimeout(act);
  if (isPressing) document.addEventListener('pointerup', later, { once: true });
  else later();
}
