import type { App } from '../../contract/site.ts';

/*
 * Shows a dialog of the widget for settings that are not saved yet. The page asks no service: what `GET /app` would
 * answer comes from the console, and every other call is refused. A program of its own, in a page without an origin.
 */

/** What the console sends. */
interface Shown {
  preview: App;
  /** The dialog, `LOGIN` say. */
  display: string;
}

/** A page without an origin has no storage; the widget takes what is in its place. */
function replaceStorage(name: 'localStorage' | 'sessionStorage'): void {
  const kept = new Map<string, string>();
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  Object.defineProperty(window, name, { value: storage });
}

const answer = (status: number, body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));

function show({ preview, display }: Shown): void {
  // A site in test mode would show the Inspector over the dialog.
  const app: App = { ...preview, mode: 'live' };
  window.fetch = (address) =>
    new URL(address instanceof Request ? address.url : address, 'https://preview.invalid').pathname === '/app'
      ? answer(200, { data: app })
      : answer(403, { error: { code: 'access-denied', message: 'This is a preview.' } });
  const script = document.createElement('script');
  script.src = '/widget/v1/intake.js';
  script.dataset.msApp = app.id;
  script.dataset.msPublicKey = app.publicKey;
  script.addEventListener('load', () => {
    const { Intake } = window as { Intake?: { openModal(type: string): Promise<unknown> } };
    Intake?.openModal(display).catch(() => parent.postMessage('preview-failed', '*'));
  });
  document.head.append(script);
}

replaceStorage('localStorage');
replaceStorage('sessionStorage');
let hasShown = false;
addEventListener('message', ({ source, data }: MessageEvent<Partial<Shown> | null>) => {
  if (source !== parent || !data?.preview) return;
  // Another look begins with another page: the widget knows one site.
  if (hasShown) return location.reload();
  hasShown = true;
  show(data as Shown);
});
parent.postMessage('preview-ready', '*');
