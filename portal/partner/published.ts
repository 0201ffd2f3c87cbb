/** What the server says in the page besides the build's content: only pieces that differ from it (decision 0087). */

const { content = '{}', preview } = globalThis.document?.getElementById('root')?.dataset ?? {};
const texts = JSON.parse(content) as Record<string, object>;

/** Whether the page is a preview for staff of what is not published. */
export const isPreview = Boolean(preview);

/** The content of a module with what was published since the build. @param name of the module, without `content:` */
export const published = <T extends object>(name: string, built: T): T => ({ ...built, ...texts[name] });
