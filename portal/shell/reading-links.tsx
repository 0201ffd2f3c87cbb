import {
  BookOpen,
  CalendarDays,
  ChartNetwork,
  CircleHelp,
  CodeXml,
  FileText,
  MessagesSquare,
  ShieldCheck,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { courses } from '../../shared/courses.ts';
import type { PageName } from '../../shared/portal-pages.ts';
import { NavLinkRow } from './nav-link-row.tsx';
import { usePageName } from './use-access.ts';

type Row = [page: PageName, icon: LucideIcon, label: string];

const courseRows: Row[] = [
  ['cyber', ShieldCheck, courses.cyber.name],
  ['data', ChartNetwork, courses.data.name],
  ['software', CodeXml, courses.software.name],
];
const resourceRows: Row[] = [
  ['courseOutlines', FileText, 'Course outlines'],
  ['events', CalendarDays, 'Events'],
  ['caseStudies', BookOpen, 'Case studies'],
];
const helpRows: Row[] = [
  ['careerConsultation', MessagesSquare, 'Career consultation'],
  ['faq', CircleHelp, 'FAQ'],
];

/** Pages of the checkout, where nothing leads away but help. */
const quietPages: readonly (PageName | undefined)[] = ['enrol', 'paymentCancel'];

/** What there is to read, by kind. */
export function ReadingLinks({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const isQuiet = quietPages.includes(usePageName());
  const groups: [string, Row[]][] = [
    ...(isQuiet
      ? []
      : ([
          ['Courses', courseRows],
          ['Resources', resourceRows],
        ] as [string, Row[]][])),
    ['Help', helpRows],
  ];
  return groups.map(([name, rows]) => (
    <section key={name}>
      <h2 className={isCollapsed ? 'sr-only' : 'mb-1 px-3 text-sm font-semibold text-muted'}>{name}</h2>
      <ul className={isCollapsed ? 'space-y-1 border-t border-line pt-2' : 'space-y-1'}>
        {rows.map(([page, icon, label]) => (
          <li key={page}>
            <NavLinkRow page={page} icon={icon} isCollapsed={isCollapsed}>
              {label}
            </NavLinkRow>
          </li>
        ))}
      </ul>
    </section>
  ));
}
