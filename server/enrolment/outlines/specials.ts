import type { CourseContent, CyberCourse, DataCourse, SoftwareCourse } from '../../../shared/page-content.ts';
import { columns } from './blocks.ts';
import type { Piece } from '../../platform/pdf/sheet.ts';
import { openSection, type Section } from './section.ts';

type Special = Partial<CyberCourse & DataCourse & SoftwareCourse>;

/** Sections that only some courses have: people, projects, a stack, tools. */
export function writeSpecials(section: Section): void {
  const { instructors, hasOwnTeam, projects, stack, tools }: Special & CourseContent = section.content;
  if (instructors) writeInstructors(section, { instructors, hasOwnTeam });
  if (projects) writeProjects(section, projects);
  if (stack) writeStack(section, stack);
  if (tools) {
    openSection(section, 'Tools you use', 90);
    section.sheet.write({ tag: 'P', text: tools.join(' · '), look: section.looks.body });
  }
}

function writeInstructors(
  section: Section,
  { instructors, hasOwnTeam }: Pick<CyberCourse, 'instructors'> & { hasOwnTeam: true | undefined },
): void {
  const { sheet, looks, partner } = section;
  openSection(section, 'Instructors', 200);
  if (!hasOwnTeam)
    sheet.write({
      tag: 'P',
      text: `Illustrative, until ${partner.code.toUpperCase()} names its own team.`,
      look: looks.muted,
    });
  columns(
    sheet,
    3,
    instructors.map(({ name, role, text }): Piece[] => [
      { tag: 'H3', text: name, look: looks.h3 },
      { tag: 'P', text: role, look: looks.brand },
      { tag: 'P', text, look: looks.muted },
    ]),
  );
}

function writeProjects(section: Section, projects: DataCourse['projects']): void {
  const { sheet, looks } = section;
  openSection(section, 'Real-world projects', 200);
  columns(
    sheet,
    2,
    projects.map(({ title, brief, data, result }): Piece[] => [
      { tag: 'H3', text: title, look: looks.h3 },
      { tag: 'P', text: brief, look: looks.body },
      { tag: 'P', text: `Data: ${data}`, look: looks.muted },
      { tag: 'P', text: `Result: ${result}`, look: looks.strong },
    ]),
  );
}

function writeStack(section: Section, stack: SoftwareCourse['stack']): void {
  const { sheet, looks } = section;
  openSection(section, 'Tech stack', 200);
  columns(
    sheet,
    2,
    stack.map(({ area, text, tools }): Piece[] => [
      { tag: 'H3', text: area, look: looks.h3 },
      { tag: 'P', text, look: looks.muted },
      { tag: 'P', text: tools.join(' · '), look: looks.strong },
    ]),
  );
}
