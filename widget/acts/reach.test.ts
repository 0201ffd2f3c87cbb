import { expect, test, vi } from 'vitest';
import { arrive, find } from '../testing/visit.ts';

/** Loads the module anew, as after a failed import, when parts come from another folder. */
async function loadReach() {
  vi.resetModules();
  return import('./reach.ts');
}

/** @returns how many clicks a key makes of an element that only a mouse could press */
async function clicksOf(copies: number, init: KeyboardEventInit): Promise<number> {
  arrive('<div data-ms-action="delete-account">Delete</div>');
  for (let i = 0; i < copies; i++) (await loadReach()).makeReachable(document);
  let clicks = 0;
  find('div').addEventListener('click', () => clicks++);
  find('div').dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  return clicks;
}

test.each(['Enter', ' '])('the key "%s" clicks once, even when the module is in the page twice', async (key) => {
  expect(await clicksOf(2, { key })).toBe(1);
});

test('a key that is held down does not click again', async () => {
  expect(await clicksOf(1, { key: 'Enter', repeat: true })).toBe(0);
});
