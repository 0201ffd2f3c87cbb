import { tabStore } from './storage.ts';

const contextKey = 'intake.tab';

/**
 * Adds this tab's context to a body: 256 random bits that mailed codes are bound to (ASVS 6.6.2). It survives a reload
 * of the tab where storage is allowed.
 */
export function bound<Body extends object>(body: Body): Body & { context: string } {
  // Numbers with commas between them.
  const context = tabStore.read(contextKey) ?? String(crypto.getRandomValues(new Uint32Array(8)));
  tabStore.write(contextKey, context);
  return { ...body, context };
}
