import cards from 'content:course-cards';
import { Check } from 'lucide-react';
import { courseCodeOf, courseWeeks, courses } from '../../contract/courses.ts';
import { PartnerLogo } from '../partner/partner-logo.tsx';
import { useContent } from '../partner/use-content.ts';
import { join } from '../ui/join.ts';

const parts = [
  'What you learn, part by part',
  'What you make, and how it is assessed',
  'The tools you work with',
  'Who it is for, and what you need',
];

/** What somebody gets: the first page of the outline, and what stands in it. */
export function OutlinePreview({ course, className }: { course: string; className?: string }) {
  return (
    <aside
      aria-labelledby="in-the-outline"
      className={join(
        'flex flex-col gap-8 rounded-xl bg-tint p-6 sm:flex-row sm:items-center md:p-8 lg:flex-col lg:items-stretch',
        className,
      )}
    >
      <CoverPage course={course} />
      <div>
        <h2 id="in-the-outline" className="text-h3">
          In the outline
        </h2>
        <ul className="mt-4 space-y-3">
          {parts.map((part) => (
            <li key={part} className="flex gap-3">
              <Check className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
              {part}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

/** Drawn for the eye; what it says stands in the form and on the course's own page. */
function CoverPage({ course }: { course: string }) {
  const code = courseCodeOf(course);
  const promises = useContent(cards);
  return (
    <div
      aria-hidden="true"
      className="mx-auto flex aspect-[1/1.25] w-full max-w-64 shrink-0 flex-col lg:max-w-72 overflow-hidden rounded-md bg-white shadow-card ring-1 ring-line"
    >
      <div className="flex flex-1 flex-col justify-between bg-deep p-6 text-white">
        <PartnerLogo className="h-8 self-start" />
        <p className="text-h2 text-balance">{code ? courses[code].name : 'Your course'}</p>
      </div>
      <div className="h-1.5 bg-accent" />
      <div className="p-6 text-sm">
        <p className="min-h-15 text-muted">
          {code ? promises[code].promise : 'Choose a course, and its outline is yours in a minute.'}
        </p>
        <p className="mt-4 font-semibold tabular-nums">
          {`${courseWeeks['full-time']} or ${courseWeeks['part-time']} weeks`}
        </p>
      </div>
    </div>
  );
}
