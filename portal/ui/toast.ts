import type { ToastMessage } from './toast-message.ts';

// Most visits show no message, so its code comes after the page; with the first press or key at the latest, so that
// a connection lost later can still be reported.
const load = () => import('./toaster.tsx');
if (!import.meta.env.SSR)
  for (const sign of ['pointerdown', 'keydown'])
    addEventListener(sign, () => void load().catch(() => undefined), { once: true, capture: true, passive: true });

/**
 * Shows a passing message: bottom on phones, top right elsewhere, for seven seconds, longer while looked at.
 * Never the only proof of something that matters.
 */
export function toast(message: ToastMessage): void {
  void load().then(
    ({ showToast }) => showToast(message),
    // The page itself says that there is no connection.
    () => undefined,
  );
}

/** Takes away what says that something is under way, where it came to nothing and no other message says so. */
export function closeInfoToasts(): void {
  void load().then(
    ({ closeInfos }) => closeInfos(),
    () => undefined,
  );
}
