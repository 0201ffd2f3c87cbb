import { Check } from 'lucide-react';
import { courseCodeOf } from '../../contract/courses.ts';
import { OutlineCover } from '../partner/outline-cover.tsx';
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

const coverClass = 'mx-auto w-full max-w-60 shrink-0 lg:max-w-72';

/** For the eye alone; what it says stands in the form. Its room stays the same when the course is chosen. */
function CoverPage({ course }: { course: string }) {
  const code = courseCodeOf(course);
  if (code) return <OutlineCover course={code} className={coverClass} />;
  return (
    <div
      aria-hidden="true"
      className={join(
        coverClass,
        'flex aspect-[1/1.414] items-end rounded-md bg-white p-6 text-muted shadow-card ring-1 ring-line',
      )}
    >
      Choose a course, and its outline is yours in a minute.
    </div>
  );
}
