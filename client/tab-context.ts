import { tabStore } from './storage.ts';

const contextKey = 'intake.tab';

/**
 * What is sent with the context beside it, 256 random bits of this tab, to which mailed codes are bound. It survives a
 * reload of the tab where storage is allowed.
 */
export function bound<Body extends object>(body: Body): Body & { context: string } {
  // Numbers with commas between them.
  const context = tabStore.read(contextKey) ?? String(crypto.getRandomValues(new Uint32Array(8)));
  tabStore.write(contextKey, context);
  return { ...body, context };
}
