import type { CyberCourse } from '../../shared/page-content.ts';
import { usePartner } from '../partner/partner.tsx';
import { CourseSection } from './course-section.tsx';

/** Who teaches, drawn rather than photographed. */
export function Instructors({ content: { instructors, hasOwnTeam } }: { content: CyberCourse }) {
  const { code } = usePartner();
  return (
    <CourseSection
      id="instructors"
      title="Instructors"
      lead={!hasOwnTeam && `Illustrative, until ${code.toUpperCase()} names its own team.`}
    >
      <ul className="grid gap-6 @3xl:grid-cols-3">
        {instructors.map(({ name, role, text }, at) => (
          <li
            key={name}
            className="gap-6 rounded-xl border border-line p-6 @lg:flex @3xl:block print:break-inside-avoid"
          >
            <Portrait turn={at} letter={name[0]!} />
            <div className="@max-lg:mt-4 @3xl:mt-4">
              <h3 className="text-h3">{name}</h3>
              <p className="text-sm font-semibold text-brand">{role}</p>
              <p className="mt-3 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </CourseSection>
  );
}

const shapes = [
  'M0 32A32 32 0 0 1 32 0h32v64H0z',
  'M0 0h32a32 32 0 0 1 32 32v32H0z',
  'M0 0h64v32a32 32 0 0 1-32 32H0z',
];

function Portrait({ turn, letter }: { turn: number; letter: string }) {
  return (
    <svg viewBox="0 0 64 64" className="size-16 shrink-0" aria-hidden="true">
      <path d={shapes[turn % shapes.length]} className="fill-deep" />
      <circle cx="52" cy="52" r="9" className="fill-(--accent-on-deep)" />
      <text x="28" y="42" textAnchor="middle" className="fill-white text-[28px] font-semibold">
        {letter}
      </text>
    </svg>
  );
}
