import { courses } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { join } from '../../ui/join.ts';
import { CourseDrawing } from './course-drawing.tsx';
import { PartnerLogo } from './partner-logo.tsx';

/** The first page of a course's outline, as the PDF has it. For the eye alone: the page around it says the same. */
export function OutlineCover({ course, className }: { course: CourseCode; className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={join(
        'flex aspect-[1/1.414] flex-col gap-4 overflow-hidden rounded-md bg-deep p-6 text-white shadow-raised ring-1 ring-white/25',
        className,
      )}
    >
      <PartnerLogo className="h-6 shrink-0 self-start" />
      {/* As large as the room above the title lets it be: a title of two lines takes some of it. */}
      <div className="relative -mx-6 min-h-0 flex-1">
        <CourseDrawing course={course} on="deep" className="absolute inset-0 size-full object-contain" />
      </div>
      <div>
        <div className="h-1 w-10 bg-(--accent-on-deep)" />
        <p className="mt-3 text-sm">Course outline</p>
        <p className="text-h3">{courses[course].name}</p>
      </div>
    </div>
  );
}
