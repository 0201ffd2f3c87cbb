import { studyModeNames, studyModes } from '../../../shared/courses.ts';
import { nameWeeks, weeksOf } from '../../../shared/syllabus-weeks.ts';
import { bullets, bulletsHeight, putAll } from './blocks.ts';
import { colours } from './looks.ts';
import { openSection, type Section } from './section.ts';
import type { Piece } from '../../platform/pdf/sheet.ts';

const weeksColumn = 118;

/** Every part with its weeks beside it. */
export function writeSyllabus(section: Section): void {
  const { sheet, looks, content } = section;
  const bookmark = openSection(section, 'Syllabus', 260);
  const weeks = studyModes.map((mode) => weeksOf(content.syllabus, mode).map(nameWeeks));
  for (const [at, part] of content.syllabus.entries()) {
    const x = sheet.left + weeksColumn;
    const width = sheet.width - weeksColumn;
    const texts: Piece[] = [
      { tag: 'H3', text: part.title, look: looks.h3 },
      { tag: 'P', text: part.text, look: looks.body },
    ];
    const make: Piece = { tag: 'P', text: `You make: ${part.make}.`, look: looks.strong };
    const height =
      [...texts, make].reduce((sum, piece) => sum + sheet.heightOf(piece, width), 0) +
      bulletsHeight(sheet, part.topics, width, looks.muted);
    sheet.need(height + 24);
    const top = sheet.y + 12;
    sheet.draw((pen) =>
      pen
        .moveTo(sheet.left, sheet.y)
        .lineTo(sheet.left + sheet.width, sheet.y)
        .lineWidth(0.6)
        .stroke(colours.line),
    );
    sheet.group('Sect', () => {
      // Reading order: the heading comes before the weeks beside it.
      let y = putAll(sheet, texts.slice(0, 1), x, top, width);
      putAll(
        sheet,
        studyModes.map((mode, place): Piece => ({
          tag: 'P',
          text: `${weeks[place]![at]}${mode === 'full-time' ? '' : ` ${studyModeNames[mode].toLowerCase()}`}`,
          look: mode === 'full-time' ? looks.brand : looks.small,
        })),
        sheet.left,
        top,
        weeksColumn - 12,
      );
      y = putAll(sheet, texts.slice(1), x, y, width);
      y = bullets(sheet, part.topics, { x, y, width, look: looks.muted, dot: section.partner.theme.primary });
      sheet.y = putAll(sheet, [make], x, y + 2, width) + 6;
    });
    sheet.bookmark(part.title, bookmark);
  }
}
