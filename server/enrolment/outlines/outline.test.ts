import { beforeAll, describe, expect, test } from 'vitest';
import { drawingField } from '../../../shared/course-drawings.ts';
import { courseCodes, courses, type CourseCode } from '../../../shared/courses.ts';
import { partners, type PartnerCode } from '../../../shared/partners.ts';
import { inWords } from '../../../shared/wording.ts';
import { readContent } from '../content.ts';
import { drawingScale, drawingTop } from './cover.ts';
import { writeOutline } from './outline.ts';
import type { Typeface } from '../../platform/pdf/sheet.ts';
import { readTypeface } from '../../platform/pdf/typeface.ts';

let typeface: Typeface;
beforeAll(async () => {
  typeface = await readTypeface();
});

/** The document's objects as text, without the compressed page contents. */
async function readOutline(code: PartnerCode, course: CourseCode): Promise<string> {
  const partner = partners[code];
  const content = readContent(`courses/${course}`);
  const texts = inWords({ content, figures: readContent('figures'), study: readContent('study') }, partner);
  return (await writeOutline({ ...texts, partner, course }, typeface)).toString('latin1');
}

/** The missing parts alone, because a failing assertion would print the whole document. */
const missingIn = (text: string, parts: string[]) => parts.filter((part) => !text.includes(part));

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe.each(courseCodes)('the outline of %s', (course) => {
  let outline: string;
  beforeAll(async () => {
    outline = await readOutline('uc', course);
  });

  test('says its title and language, and that it is made for everybody', () => {
    expect(outline.slice(0, 8)).toBe('%PDF-1.7');
    const said = [`(${courses[course].name}: course outline)`, '/Lang (en-NZ)', '/DisplayDocTitle true'];
    expect(missingIn(outline, [...said, '/Marked true', '<pdfuaid:part>1</pdfuaid:part>'])).toEqual([]);
  });

  test('has a structure: one title, a heading for each section, lists, and a table with headings', () => {
    expect(missingIn(outline, ['/StructTreeRoot'])).toEqual([]);
    expect(count(outline, /\/S \/H1\b/g)).toBe(1);
    expect(count(outline, /\/S \/H2\b/g)).toBeGreaterThanOrEqual(8);
    expect(count(outline, /\/S \/LI\b/g)).toBeGreaterThan(40);
    expect(count(outline, /\/S \/TH\b/g)).toBe(6);
    expect(count(outline, /\/Scope \/Column\b/g)).toBe(4);
    expect(count(outline, /\/Scope \/Row\b/g)).toBe(2);
  });

  test('has words for its picture and its link', () => {
    expect(missingIn(outline, ['/Alt (The mark of UC)', '/Contents (help@uc.example.org)'])).toEqual([]);
  });

  test('has bookmarks for its sections and every part of the syllabus', () => {
    const parts = readContent(`courses/${course}`).syllabus.map(({ title }) => title);
    const bookmarks = ['At a glance', 'Syllabus', 'Prices', 'Next steps', ...parts].map((title) => `/Title (${title})`);
    expect(missingIn(outline, bookmarks)).toEqual([]);
  });

  test('has several pages and brings its own letters', () => {
    expect(count(outline, /\/Type \/Page\b/g)).toBeGreaterThanOrEqual(5);
    expect(count(outline, /\/FontFile2 /g)).toBe(2);
    expect(missingIn(outline, ['+Inter-Regular', '+Inter-SemiBold'])).toEqual([]);
  });
});

test('the drawing on the cover ends above the title, however much stands there', () => {
  for (const textTop of [700, 560, 420])
    expect(drawingTop + drawingScale(textTop) * drawingField.height).toBeLessThan(textTop);
});

test('paper is as it is sold where the partner is', async () => {
  expect(missingIn(await readOutline('uts', 'cyber'), ['/MediaBox [0 0 595.28 841.89]'])).toEqual([]);
  expect(missingIn(await readOutline('vcu', 'cyber'), ['/MediaBox [0 0 612 792]'])).toEqual([]);
});

test('the same content makes the same document', async () => {
  const withoutId = (outline: string) => outline.replace(/\/ID \[[^\]]*\]/, '');
  const [one, other] = [await readOutline('sg', 'data'), await readOutline('sg', 'data')];
  expect(withoutId(one) === withoutId(other)).toBe(true);
});
