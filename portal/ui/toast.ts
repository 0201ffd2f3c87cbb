import type { ToastMessage } from './toast-message.ts';

/**
 * Shows a passing message: bottom on phones, top right elsewhere, for seven seconds, longer while looked at.
 * Never the only proof of something that matters.
 */
export function toast(message: ToastMessage): void {
  // Most visits show none, so its code comes with the first one.
  void import('./toaster.tsx').then(({ showToast }) => showToast(message));
}
