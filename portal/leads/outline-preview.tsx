import { Check } from 'lucide-react';
import { courseCodeOf, courseCodes } from '../../shared/courses.ts';
import { OutlineCover } from '../partner/outline-cover.tsx';
import { join } from '../../ui/join.ts';

const parts = [
  'What you learn, part by part',
  'What you make, and how it is assessed',
  'The tools you work with',
  'Who it is for, and what you need',
];

/** What the form sends: the first page of the outline, and what stands in it. */
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

/** Until one is chosen, the covers of all courses lie on one another, in the room of one. */
const turns = ['-rotate-6', 'rotate-6', ''];

/** For the eye alone; what it says stands in the form. */
function CoverPage({ course }: { course: string }) {
  const chosen = courseCodeOf(course);
  if (chosen) return <OutlineCover course={chosen} className={coverClass} />;
  return (
    <div className={join(coverClass, 'grid')}>
      {courseCodes.map((code, index) => (
        <OutlineCover
          key={code}
          course={code}
          className={join('col-start-1 row-start-1 origin-bottom scale-90', turns[index])}
        />
      ))}
    </div>
  );
}
