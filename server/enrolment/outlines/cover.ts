import { drawingField } from '../../../shared/course-drawings.ts';
import { courses, courseWeeks, type CourseCode } from '../../../shared/courses.ts';
import type { CourseContent } from '../../../shared/page-content.ts';
import type { Partner } from '../../../shared/partners.ts';
import { accentOnDeep } from '../../../shared/partner-drawings.ts';
import { drawCourse, drawMark } from './drawings.ts';
import type { Looks } from './looks.ts';
import type { Piece, Sheet } from '../../platform/pdf/sheet.ts';

/** The cover page: partner, course and summary. */
export function writeCover(
  sheet: Sheet,
  { partner, course, content, looks }: { partner: Partner; course: CourseCode; content: CourseContent; looks: Looks },
): void {
  const { left, width, pageWidth, pageHeight } = sheet;
  const pieces: Piece[] = [
    { tag: 'P', text: 'Course outline', look: looks.coverSmall },
    { tag: 'H1', text: courses[course].name, look: looks.coverTitle },
    { tag: 'P', text: content.promise, look: looks.coverLead },
    {
      tag: 'P',
      text: `${courseWeeks['full-time']} weeks full-time · ${courseWeeks['part-time']} weeks part-time`,
      look: looks.coverSmall,
    },
  ];
  const column = width * 0.86;
  let y = pageHeight - 72 - pieces.reduce((sum, piece) => sum + sheet.heightOf(piece, column), 0);
  const scale = drawingScale(y - 18);
  sheet.draw((pen) => {
    pen.rect(0, 0, pageWidth, pageHeight).fill(partner.theme.deep);
    pen.translate(pageWidth - (drawingField.width - bleed) * scale, drawingTop).scale(scale);
    drawCourse(pen, course, partner);
  });
  writeWordmark(sheet, partner, looks);
  sheet.draw((pen) => pen.rect(left, y - 18, 48, 4).fill(accentOnDeep(partner.theme)));
  sheet.group('Sect', () => {
    for (const piece of pieces) y += sheet.put(piece, left, y, column);
  });
  sheet.bookmark(courses[course].name);
}

/** Where the drawing begins, and the least room under it. Points. */
export const drawingTop = 130;
const drawingGap = 24;
/** So much of the drawing, in its own units, the right edge cuts off. */
const bleed = 11;

/**
 * How large the drawing is, so that none of its lines runs through what stands under it.
 *
 * @param textTop where that begins, in points from the top of the page
 */
export const drawingScale = (textTop: number): number =>
  Math.min(1.1, (textTop - drawingGap - drawingTop) / drawingField.height);

/** The partner's code beside its mark, if it has one; the mark has an alternative text. */
function writeWordmark(sheet: Sheet, partner: Partner, looks: Looks): void {
  const name = partner.code.toUpperCase();
  const { left, doc } = sheet;
  const writeName = (at: number) => sheet.put({ tag: 'P', text: name, look: looks.wordmark }, at, 56, 200);
  if (!partner.mark) return void writeName(left);
  const figure = () =>
    sheet.content(() => {
      doc.save().translate(left, 52);
      drawMark(doc, partner);
      doc.restore();
    });
  sheet.group('Figure', figure, { alt: `The mark of ${name}`, bbox: [left, 52, left + 32, 84] });
  writeName(left + 42);
}
