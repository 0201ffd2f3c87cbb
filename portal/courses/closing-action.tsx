import { courses } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { consultantPage } from '../partner/paths.ts';
import { useMember } from '../session/member.ts';
import { standingOf } from '../session/standing.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { LandingLink } from './landing-link.tsx';

/** The same action as at the top, once more where the page ends. */
export function ClosingAction({ course, title, text }: { course: CourseCode; title: string; text: string }) {
  const { stage } = standingOf(useMember() ?? null);
  return (
    <section aria-labelledby="closing" className="rounded-2xl bg-tint px-6 py-12 text-center @3xl:py-16 print:hidden">
      <p className="font-semibold text-brand">{courses[course].name}</p>
      <h2 id="closing" className="mt-1 text-h2 text-balance">
        {title}
      </h2>
      <p className="mx-auto mt-3 max-w-text text-muted text-balance">
        {/* A member who has passed the check is not sent to it again. */}
        {stage === '2' ? 'You are pre-approved. Choose your cohort and secure your place.' : text}
      </p>
      <div className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        <LandingLink />
        <TextLink to={consultantPage(usePartner())}>Talk to a career consultant</TextLink>
      </div>
    </section>
  );
}
