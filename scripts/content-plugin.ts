import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { courseCodes, type CourseCode } from '../shared/courses.ts';
import { contentSchemas, type ContentName, type CourseCards, type CourseHead } from '../shared/page-content.ts';
import { contentFile, readContent, WrongContent } from '../server/enrolment/content.ts';

const prefix = 'content:';
const isContent = (name: string): name is ContentName => Object.hasOwn(contentSchemas, name);

/**
 * Modules of a little from one or several files, for pages that would otherwise carry all of it: what cards say of
 * the courses, what the first screen of each says.
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
 * Lets pages import what people write: `import faq from 'content:faq'` is `content/faq.yaml`, checked and ready as
 * plain data. A file with a fault stops the build with file, line and field.
 */
export function contentFiles(): Plugin {
  return {
    name: 'content-files',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const { files, read } = find(id.slice(prefix.length + 1));
      // Facts stand in the figures, so a change there changes every file.
      for (const file of [...files, 'figures'] as const) this.addWatchFile(fileURLToPath(contentFile(file)));
      try {
        return `export default ${JSON.stringify(read())}`;
      } catch (error) {
        if (!(error instanceof WrongContent)) throw error;
        // Whoever wrote the text has no use for our stack.
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
