import { useSyncExternalStore } from 'react';
import type { ToastMessage } from './toast-message.ts';

// Most visits show no message, so its code comes after the page: with the first press or key, so that a connection
// lost later can still be reported. A later press asks again where that failed.
const load = () => import('./toaster.tsx');
/** When the reader last pressed something, in milliseconds of the page's clock. */
let pressedMs = 0;
let hasSpoken = false;

let unshown: ToastMessage | undefined;
const watchers = new Set<() => void>();
function setUnshown(message: ToastMessage | undefined): void {
  unshown = message;
  for (const tell of watchers) tell();
}
if (!import.meta.env.SSR)
  for (const sign of ['pointerdown', 'keydown'])
    addEventListener(
      sign,
      () => {
        pressedMs = performance.now();
        void load().catch(() => undefined);
      },
      { capture: true, passive: true },
    );

/**
 * Shows a passing message: bottom on phones, top right elsewhere, for seven seconds, longer while looked at.
 * Never the only proof of something that matters, and never over the field or button that has the focus.
 */
export function toast(message: ToastMessage): void {
  const saidMs = performance.now();
  hasSpoken = true;
  void load().then(
    ({ showToast }) => {
      setUnshown(undefined);
      showToast(message, saidMs);
    },
    () => setUnshown(message),
  );
}

/**
 * Takes away what was said of the page or step that the reader has left. What was said since the press that led on
 * belongs to the new one.
 */
export function closeEarlierToasts(): void {
  const leftMs = pressedMs;
  if (!hasSpoken) return;
  void load()
    .then(
      ({ closeSaidBefore }) => closeSaidBefore(leftMs),
      () => undefined,
    )
    .then(() => setUnshown(undefined));
}

/** Takes away what says that something is under way, where it came to nothing and no other message says so. */
export function closeInfoToasts(): void {
  void load().then(
    ({ closeInfos }) => closeInfos(),
    () => undefined,
  );
}

/**
 * The last message whose code did not come, for the page to show in another way: without a connection, say. Chromium
 * does not ask again for a module that failed; in another browser the next message may be shown as usual.
 */
export const useUnshownToast = (): ToastMessage | undefined =>
  useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => unshown,
    () => undefined,
  );
