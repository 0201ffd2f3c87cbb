import { courses } from '../../../shared/courses.ts';
import { writeCover } from './cover.ts';
import { writeFit, writeGlance, writeLearning } from './course-sections.ts';
import { looksOf } from './looks.ts';
import { writeOutcomes, writePrices, writeSteps } from './closing-sections.ts';
import type { OutlineData, Section } from './section.ts';
import { openSheet, type Typeface } from '../../platform/pdf/sheet.ts';
import { writeSpecials } from './specials.ts';
import { writeSyllabus } from './syllabus.ts';

/**
 * A course's outline under a partner's name: a tagged PDF (PDF/UA) with structure, bookmarks, title and language.
 *
 * @param data in the partner's words already
 */
export function writeOutline(data: OutlineData, typeface: Typeface): Promise<Buffer> {
  const { partner, course } = data;
  const looks = looksOf(partner.theme);
  const name = partner.code.toUpperCase();
  const sheet = openSheet({
    title: `${courses[course].name}: course outline`,
    author: name,
    languageTag: partner.languageTag,
    size: partner.languageTag.endsWith('-US') ? 'LETTER' : 'A4',
    typeface,
    footer: `${name} · ${courses[course].name}`,
    footerLook: looks.small,
  });
  writeCover(sheet, { ...data, looks });
  sheet.turnPage();
  const section: Section = { ...data, sheet, looks };
  for (const write of [
    writeGlance,
    writeLearning,
    writeSyllabus,
    writeSpecials,
    writeFit,
    writeOutcomes,
    writePrices,
    writeSteps,
  ])
    sheet.group('Sect', () => write(section));
  return sheet.close();
}
