import { courses, courseWeeks, type CourseCode } from '../../shared/courses.ts';
import type { CourseContent } from '../../shared/page-content.ts';
import type { Partner } from '../../shared/partners.ts';
import { accentOnDeep } from '../../portal/partner/theme.ts';
import { drawCourse, drawMark } from './drawings.ts';
import type { Looks } from './looks.ts';
import type { Piece, Sheet } from './sheet.ts';

/** The first page: whose course, which course, what it promises. */
export function writeCover(
  sheet: Sheet,
  { partner, course, content, looks }: { partner: Partner; course: CourseCode; content: CourseContent; looks: Looks },
): void {
  const { left, width, pageWidth, pageHeight } = sheet;
  sheet.draw((pen) => {
    pen.rect(0, 0, pageWidth, pageHeight).fill(partner.theme.deep);
    pen.translate(pageWidth - 560, 130).scale(1.1);
    drawCourse(pen, course, partner);
  });
  writeWordmark(sheet, partner, looks);

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
  sheet.draw((pen) => pen.rect(left, y - 18, 48, 4).fill(accentOnDeep(partner.theme)));
  sheet.group('Sect', () => {
    for (const piece of pieces) y += sheet.put(piece, left, y, column);
  });
  sheet.bookmark(courses[course].name);
}

/** The partner's code beside its mark, where it has one. The mark is a picture, so it has words for those who cannot see it. */
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
