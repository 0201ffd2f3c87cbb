import { courseWeeks, studyModeNames, studyModes } from '../../../shared/courses.ts';
import { bullets, bulletsHeight, columns, putAll } from './blocks.ts';
import { openSection, type Section } from './section.ts';
import type { Piece } from '../../platform/pdf/sheet.ts';

/** The sections before and after the syllabus. */

export function writeGlance(section: Section): void {
  const { sheet, looks, content, study, partner } = section;
  openSection(section, 'At a glance', 200);
  sheet.write({ tag: 'P', text: content.hero, look: looks.lead });
  sheet.y += 6;
  columns(
    sheet,
    2,
    studyModes.map((mode): Piece[] => [
      { tag: 'H3', text: studyModeNames[mode], look: looks.h3 },
      { tag: 'P', text: `${courseWeeks[mode]} weeks`, look: looks.figure },
      { tag: 'P', text: `About ${study[mode].pace}`, look: looks.muted },
      {
        tag: 'P',
        text: `Suits you if ${study[mode].suits[0]!.toLowerCase()}${study[mode].suits.slice(1)}.`,
        look: looks.muted,
      },
    ]),
    { fill: partner.theme.tint, padding: 18 },
  );
}

export function writeLearning(section: Section): void {
  const { sheet, looks, content, partner } = section;
  openSection(section, 'What you learn', 200);
  columns(
    sheet,
    2,
    content.learn.map(({ title, text }): Piece[] => [
      { tag: 'H3', text: title, look: looks.h3 },
      { tag: 'P', text, look: looks.muted },
    ]),
  );
  const build: Piece[] = [
    { tag: 'P', text: 'What you will build', look: looks.brand },
    { tag: 'H3', text: content.build.title, look: { ...looks.h3, size: 14 } },
    { tag: 'P', text: content.build.text, look: looks.body },
  ];
  const padding = 20;
  const height = build.reduce((sum, piece) => sum + sheet.heightOf(piece, sheet.width - 2 * padding), 0) + 2 * padding;
  sheet.need(height + 6);
  const top = sheet.y + 6;
  sheet.draw((pen) => {
    pen.roundedRect(sheet.left, top, sheet.width, height, 6).fill(partner.theme.tint);
    pen.rect(sheet.left, top, 4, height).fill(partner.theme.primary);
  });
  putAll(sheet, build, sheet.left + padding, top + padding, sheet.width - 2 * padding);
  sheet.y = top + height + 8;
}

export function writeFit(section: Section): void {
  const { sheet, looks, content, partner } = section;
  const lists: [string, string[]][] = [
    ['This course is for you if', content.whoFor],
    ['What you need', content.needs],
    ['How you are assessed', content.assessment],
  ];
  openSection(section, 'Is it for you?', 220);
  for (const [title, points] of lists) {
    sheet.need(30 + bulletsHeight(sheet, points, sheet.width, looks.body));
    sheet.write({ tag: 'H3', text: title, look: { ...looks.h3, after: 6 } });
    const place = { x: sheet.left, y: sheet.y, width: sheet.width, look: looks.body, dot: partner.theme.primary };
    sheet.y = bullets(sheet, points, place) + 8;
  }
}
