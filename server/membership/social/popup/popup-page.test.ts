import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { popupPage } from './popup-page.ts';

const origin = 'https://club.example';
const message = { error: { code: 'account-not-found', message: '</script><script>alert(1)</script>' } };

/** Runs the page's script in a window. @returns the posted messages, and whether the window closed */
function run(opener: boolean) {
  const page = popupPage({ siteName: 'Harbour Club', origin, message });
  const [, carried] = /<script type="application\/json" id="result">(.*?)<\/script>/s.exec(page)!;
  const [, script] = /<script>(.*?)<\/script>/s.exec(page)!;
  const seen = { told: [] as unknown[], isClosed: false };
  const tell = (...told: unknown[]) => seen.told.push(told);
  runInNewContext(script!, {
    document: { getElementById: () => ({ textContent: carried, remove: () => undefined }) },
    history: { replaceState: () => undefined },
    location: { pathname: '/' },
    window: { opener: opener ? { postMessage: tell } : null, close: () => (seen.isClosed = true) },
  });
  return JSON.parse(JSON.stringify(seen));
}

test('the message is posted to the exact origin of the opener', () => {
  expect(run(true)).toEqual({ told: [[message, origin]], isClosed: true });
});

test('without an opener no message is posted', () => {
  expect(run(false)).toEqual({ told: [], isClosed: false });
});
