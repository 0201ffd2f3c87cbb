/** Slots in prerendered first screens, which the server fills with texts of a partner as they are published. */

/** In the place of an excerpt: slots of what the portal's site has settled. */
export const siteSlots = 'site';

/** What stands in the place of a text. @param excerpt `course-heads/cyber` @param key of the text in it */
export const slotOf = (excerpt: string, key: string): string => `⟦${excerpt}.${key}⟧`;

/** Puts texts in the place of slots. @throws Error for a slot without a text */
export function fillSlots(html: string, textOf: (excerpt: string, key: string) => string | undefined): string {
  return html.replace(/⟦([^.⟧]+)\.([^⟧]+)⟧/g, (slot, excerpt: string, key: string) => {
    const text = textOf(excerpt, key);
    if (text === undefined) throw new Error(`There is no text for ${slot}.`);
    return text;
  });
}
