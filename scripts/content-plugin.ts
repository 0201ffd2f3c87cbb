import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { courseCodes, type CourseCode } from '../shared/courses.ts';
import { contentSchemas, type ContentName, type CourseCards, type CourseHead } from '../shared/page-content.ts';
import { contentFile, readContent, WrongContent } from '../server/enrolment/content.ts';

const prefix = 'content:';
const isContent = (name: string): name is ContentName => Object.hasOwn(contentSchemas, name);

/**
 * Virtual modules with excerpts of content files, so that pages need not bundle whole files: the texts of course cards,
 * and of each course's first screen.
 */
const excerpts: Record<string, { files: CourseFile[]; read(): unknown }> = {
  'course-cards': { files: courseCodes.map(fileOf), read: readCourseCards },
  ...Object.fromEntries(
    courseCodes.map((code) => [`course-heads/${code}`, { files: [fileOf(code)], read: () => readHead(code) }]),
  ),
};

type CourseFile = `courses/${CourseCode}`;
function fileOf(code: CourseCode): CourseFile {
  return `courses/${code}`;
}

function readCourseCards(): CourseCards {
  return { cyber: readCard('cyber'), data: readCard('data'), software: readCard('software') };
}

function readCard(code: CourseCode): CourseCards[CourseCode] {
  const { promise, build } = readContent(fileOf(code));
  return { promise, build };
}

function readHead(code: CourseCode): CourseHead {
  const { promise, hero } = readContent(fileOf(code));
  return { promise, hero };
}

/**
 * Imports content as data: `import faq from 'content:faq'` is `content/faq.yaml`, validated. An invalid file fails the
 * build with file, line and field.
 */
export function contentFiles(): Plugin {
  return {
    name: 'content-files',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const { files, read } = find(id.slice(prefix.length + 1));
      // Facts come from the figures, so every file depends on them.
      for (const file of [...files, 'figures'] as const) this.addWatchFile(fileURLToPath(contentFile(file)));
      try {
        return `export default ${JSON.stringify(read())}`;
      } catch (error) {
        if (!(error instanceof WrongContent)) throw error;
        // Our stack trace is of no use to the author of the text.
        return this.error({ message: error.message, stack: '' });
      }
    },
  };
}

function find(name: string): { files: ContentName[]; read(): unknown } {
  if (isContent(name)) return { files: [name], read: () => readContent(name) };
  const excerpt = excerpts[name];
  if (!excerpt) throw new Error(`There is no content file "${name}". See shared/page-content.ts.`);
  return excerpt;
}
