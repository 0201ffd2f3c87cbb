import { courses } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { join } from '../ui/join.ts';
import { CourseDrawing } from './course-drawing.tsx';
import { PartnerLogo } from './partner-logo.tsx';

/** The first page of a course's outline, as the PDF has it. For the eye alone: the page around it says the same. */
export function OutlineCover({ course, className }: { course: CourseCode; className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={join(
        'relative flex aspect-[1/1.414] flex-col justify-between overflow-hidden rounded-md bg-deep p-6 text-white shadow-raised ring-1 ring-white/25',
        className,
      )}
    >
      <CourseDrawing course={course} on="deep" className="absolute inset-x-0 top-[17%] w-full mask-y-from-90%" />
      <PartnerLogo className="relative h-6 self-start" />
      <div className="relative">
        <div className="h-1 w-10 bg-(--accent-on-deep)" />
        <p className="mt-3 text-sm">Course outline</p>
        <p className="text-h3">{courses[course].name}</p>
      </div>
    </div>
  );
}
