import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { pieces } from '../shared/content-pieces.ts';
import { courseCodes, type CourseCode } from '../shared/courses.ts';
import {
  contentSchemas,
  type ContentName,
  type CourseCards,
  type CourseHead,
  type Paces,
} from '../shared/page-content.ts';
import { slotOf } from '../shared/content-slots.ts';
import { cardOf, contentFile, headOf, readContent, WrongContent } from '../server/enrolment/content.ts';

const prefix = 'content:';
const isContent = (name: string): name is ContentName => Object.hasOwn(contentSchemas, name);

/**
 * Virtual modules with excerpts of content files, so that pages need not bundle whole files: the texts of course cards,
 * of each course's first screen, and the pace of each mode of study.
 */
const excerpts: Record<string, { files: ContentName[]; read(): unknown }> = {
  paces: { files: ['study'], read: readPaces },
  'course-cards': { files: courseCodes.map(fileOf), read: readCourseCards },
  ...Object.fromEntries(
    courseCodes.map((code) => [`course-heads/${code}`, { files: [fileOf(code)], read: () => readHead(code) }]),
  ),
};

type CourseFile = `courses/${CourseCode}`;
function fileOf(code: CourseCode): CourseFile {
  return `courses/${code}`;
}

function readPaces(): Paces {
  const study = readContent('study');
  return { 'full-time': study['full-time'].pace, 'part-time': study['part-time'].pace };
}

function readCourseCards(): CourseCards {
  return { cyber: readCard('cyber'), data: readCard('data'), software: readCard('software') };
}

const readCard = (code: CourseCode): CourseCards[CourseCode] => cardOf(readContent(fileOf(code)));
const readHead = (code: CourseCode): CourseHead => headOf(readContent(fileOf(code)));

/** The portal's module that overrides the build's content by published content (decision 0087). */
const publishedModule = fileURLToPath(new URL('../portal/partner/published.ts', import.meta.url));

/**
 * Imports content as data: `import faq from 'content:faq'` is `content/faq.yaml`, validated, with what was published
 * since in its place (decision 0087). An invalid file fails the build with file, line and field. What is prerendered
 * has slots for the texts of first screens, which the server fills.
 */
export function contentFiles(): Plugin {
  let isPrerendering = false;
  return {
    name: 'content-files',
    configResolved: ({ build }) => void (isPrerendering = Boolean(build.ssr)),
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const name = id.slice(prefix.length + 1);
      const { files, read } = find(name);
      // Facts come from the figures, so every file depends on them.
      for (const file of [...files, 'figures'] as const) this.addWatchFile(fileURLToPath(contentFile(file)));
      try {
        const content = read();
        if (isPrerendering && name.startsWith('course-heads/'))
          return `export default ${JSON.stringify(slotted(name, content as CourseHead))}`;
        if (!isEdited(name)) return `export default ${JSON.stringify(content)}`;
        return `import { published } from ${JSON.stringify(publishedModule)};
export default published(${JSON.stringify(name)}, ${JSON.stringify(content)})`;
      } catch (error) {
        if (!(error instanceof WrongContent)) throw error;
        // Our stack trace is of no use to the author of the text.
        return this.error({ message: error.message, stack: '' });
      }
    },
  };
}

/** Whether staff may have published other texts of a module since the build. */
const isEdited = (name: string): boolean =>
  name.startsWith('course-') || [...pieces.values()].some(({ file }) => file === name);

/** A slot in place of each text of an excerpt. */
const slotted = (name: string, texts: CourseHead): Record<string, string> =>
  Object.fromEntries(Object.keys(texts).map((key) => [key, slotOf(name, key)]));

function find(name: string): { files: ContentName[]; read(): unknown } {
  if (isContent(name)) return { files: [name], read: () => readContent(name) };
  const excerpt = excerpts[name];
  if (!excerpt) throw new Error(`There is no content file "${name}". See shared/page-content.ts.`);
  return excerpt;
}
