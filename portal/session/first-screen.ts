import { readBrowserKey } from './browser-keys.ts';

/** Whom the build has rendered a page for: what they see before it is known who they are. */
export type Audience = 'visitors' | 'members';

/**
 * Whether the first screen of this tab is the one the build has rendered: nothing is remembered here that a page
 * would show, and no part of a page was asked for.
 */
export function isFirstScreenOf(audience: Audience): boolean {
  const isPlain = location.search === '' && location.hash === '';
  const isExpected = audience === 'members' || readBrowserKey('user') === null;
  return isPlain && isExpected && isTabNew();
}

function isTabNew(): boolean {
  try {
    return sessionStorage.length === 0;
  } catch {
    // Where storage is switched off nothing is remembered.
    return true;
  }
}
