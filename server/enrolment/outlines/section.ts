import type { CourseCode } from '../../../shared/courses.ts';
import type { CourseContent, Figures, Study } from '../../../shared/page-content.ts';
import type { Partner } from '../../../shared/partners.ts';
import type { Looks } from './looks.ts';
import type { Sheet } from '../../platform/pdf/sheet.ts';

/** The content of an outline. */
export interface OutlineData {
  partner: Partner;
  course: CourseCode;
  content: CourseContent;
  figures: Figures;
  study: Study;
}

/** The data and drawing context of a section. */
export interface Section extends OutlineData {
  sheet: Sheet;
  looks: Looks;
}

/** Writes a section's heading and bookmark; breaks the page first unless `room` points are left. */
export function openSection({ sheet, looks }: Section, title: string, room: number): PDFKit.PDFOutline {
  sheet.need(room);
  if (sheet.y > 100) sheet.y += 16;
  sheet.write({ tag: 'H2', text: title, look: looks.h2 });
  return sheet.bookmark(title);
}
