import figures from 'content:figures';
import type { CourseCode } from '../../shared/courses.ts';
import type { CourseContent } from '../../shared/page-content.ts';
import { ClaimSource } from '../partner/claim-source.tsx';
import { useContent } from '../partner/use-content.ts';
import { CourseSection } from './course-section.tsx';

/** Where the course leads, and what is claimed about it, with the source. */
export function Outcomes({ course, outcomes }: { course: CourseCode; outcomes: CourseContent['outcomes'] }) {
  const { claims, rules } = useContent(figures);
  const placement = claims.placementBy[course];
  const salary = claims.salaryBy[course];
  return (
    <CourseSection id="outcomes" title="Where it leads" lead={outcomes.text}>
      <div className="grid gap-10 @3xl:grid-cols-2">
        <div>
          <h3 className="font-semibold">First roles</h3>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {outcomes.roles.map((role) => (
              <li key={role} className="py-2.5">
                {role}
              </li>
            ))}
          </ul>
        </div>
        <div className="self-start rounded-xl bg-tint p-6 @3xl:p-8">
          <dl className="space-y-6">
            {[placement, salary].map(({ figure, meaning }) => (
              <div key={meaning}>
                <dt className="text-sm text-muted first-letter:uppercase">{meaning}</dt>
                <dd className="text-h2 tabular-nums">{figure}</dd>
              </div>
            ))}
          </dl>
          <ClaimSource claims={[placement, salary]} />
          <p className="mt-6">{`We support you in finding work for ${rules.placementSupportMonths} months after the course.`}</p>
        </div>
      </div>
    </CourseSection>
  );
}
