/** What the server says in the page besides the build's content: only pieces that differ from it (decision 0087). */

const sent = globalThis.document?.querySelector<HTMLTemplateElement>('#content');
const texts = JSON.parse(sent?.content.textContent || '{}') as Record<string, object>;

/** Whether the page is a preview for staff of what is not published. */
export const isPreview = sent?.title === 'preview';

/** The content of a module with what was published since the build. @param name of the module, without `content:` */
export const published = <T extends object>(name: string, built: T): T => ({ ...built, ...texts[name] });
