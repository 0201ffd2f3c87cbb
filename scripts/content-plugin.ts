import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { courseCodes } from '../contract/courses.ts';
import { contentSchemas, type ContentName, type CourseCards } from '../contract/page-content.ts';
import { contentFile, readContent } from '../server/enrolment/content.ts';

const prefix = 'content:';
const isContent = (name: string): name is ContentName => Object.hasOwn(contentSchemas, name);

/** A module of a little from several files, for pages that would otherwise carry all of them. */
const courseCards = 'course-cards';
const courseFiles = courseCodes.map((code) => `courses/${code}` as const);

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
      const name = id.slice(prefix.length + 1);
      if (name !== courseCards && !isContent(name))
        throw new Error(`There is no content file "${name}". See contract/page-content.ts.`);
      const files = name === courseCards ? courseFiles : [name];
      // Facts stand in the figures, so a change there changes every file.
      for (const file of [...files, 'figures'] as const) this.addWatchFile(fileURLToPath(contentFile(file)));
      return `export default ${JSON.stringify(name === courseCards ? readCourseCards() : readContent(name))}`;
    },
  };
}

function readCourseCards(): CourseCards {
  const cardOf = (file: (typeof courseFiles)[number]) => {
    const { promise, build } = readContent(file);
    return { promise, build };
  };
  return { cyber: cardOf('courses/cyber'), data: cardOf('courses/data'), software: cardOf('courses/software') };
}
