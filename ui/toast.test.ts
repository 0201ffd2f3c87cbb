import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type * as Toasts from './toast.ts';

const shown: string[] = [];

let toasts: typeof Toasts;
beforeEach(async () => {
  vi.resetModules();
  // Outside of a component, the hook only reads.
  vi.doMock('react', () => ({ useSyncExternalStore: (_watch: unknown, read: () => unknown) => read() }));
  toasts = await import('./toast.ts');
});
afterAll(() => {
  vi.doUnmock('react');
  vi.doUnmock('./toaster.tsx');
  vi.resetModules();
});

/** Whether the code that shows messages can be fetched. */
function setConnection(isThere: boolean): void {
  vi.doMock('./toaster.tsx', () => {
    if (!isThere) throw new Error('no connection');
    return { showToast: ({ title }: { title: string }) => shown.push(title), closeSaidBefore: () => undefined };
  });
}
const say = (title: string) => toasts.toast({ title, kind: 'error' });
const unshown = () => toasts.useUnshownToast()?.title;

async function sayOffline(title: string): Promise<void> {
  setConnection(false);
  say(title);
  await expect.poll(unshown).toBe(title);
}

test('a message that could not be shown gives way to the next one that is', async () => {
  await sayOffline('Nothing was sent');
  setConnection(true);
  say('Sent');
  await expect.poll(() => shown).toContain('Sent');
  expect(unshown()).toBeUndefined();
});

test.each([
  ['still without a connection', false],
  ['connected again', true],
])('a message that could not be shown goes with the page it was about, %s', async (_, isConnected) => {
  await sayOffline('Nothing was sent');
  setConnection(isConnected);
  toasts.closeEarlierToasts();
  await expect.poll(unshown).toBeUndefined();
});
