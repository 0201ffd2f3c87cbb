import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { courseCodes, courses } from '../shared/courses.ts';
import { partners } from '../shared/partners.ts';
import { inWords } from '../shared/wording.ts';
import { readContent } from '../server/enrolment/content.ts';
import { writeOutline } from '../server/enrolment/outlines/outline.ts';
import { readTypeface } from '../server/platform/pdf/typeface.ts';

/** Writes every course's outline for every partner: `uts/cyber-security.pdf`. */
export async function writeOutlines(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const typeface = await readTypeface();
  const contents = new Map(courseCodes.map((course) => [course, readContent(`courses/${course}`)] as const));
  const shared = { figures: readContent('figures'), study: readContent('study') };
  for (const partner of Object.values(partners)) {
    await mkdir(path.join(folder, partner.code), { recursive: true });
    for (const course of courseCodes) {
      const texts = inWords({ ...shared, content: contents.get(course)! }, partner);
      const outline = await writeOutline({ ...texts, partner, course }, typeface);
      await writeFile(path.join(folder, partner.code, `${courses[course].slug}.pdf`), outline);
    }
  }
}
