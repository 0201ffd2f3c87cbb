import { expect, test } from 'vitest';
import { isSideNavOpen, sideNavCookie } from '../../shared/side-nav.ts';
import { isToggleKey } from './use-sidebar.ts';

const key = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('the sidebar is open until its cookie says otherwise', () => {
  expect(isSideNavOpen('')).toBe(true);
  expect(isSideNavOpen('a=1; sidebar_state=true')).toBe(true);
  expect(isSideNavOpen('a=1; sidebar_state=false')).toBe(false);
  expect(isSideNavOpen('my_sidebar_state=false')).toBe(true);
});

test('over https its cookie is bound to the host, and is understood', () => {
  const written = sideNavCookie(false, 'https:');
  expect(written).toMatch(/^__Host-sidebar_state=false; path=\/; .*; Secure$/);
  expect(isSideNavOpen(`a=1; ${written.split(';')[0]}`)).toBe(false);
  expect(sideNavCookie(false, 'http:')).toMatch(/^sidebar_state=false; [^_]*SameSite=Lax$/);
});

test('Ctrl+B and Cmd+B toggle it, other keys do not', () => {
  expect(isToggleKey({ ...key, ctrlKey: true })).toBe(true);
  expect(isToggleKey({ ...key, metaKey: true })).toBe(true);
  expect(isToggleKey(key)).toBe(false);
  expect(isToggleKey({ ...key, ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isToggleKey({ ...key, key: 'x', ctrlKey: true })).toBe(false);
});
