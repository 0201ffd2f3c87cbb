import { courses, courseWeeks } from '../../contract/courses.ts';
import type { CourseCode } from '../../contract/courses.ts';
import { join } from '../ui/join.ts';
import { CourseDrawing } from './course-drawing.tsx';
import { PartnerLogo } from './partner-logo.tsx';

/** The first page of a course's outline, as the PDF has it. For the eye alone: the page around it says the same. */
export function OutlineCover({ course, className }: { course: CourseCode; className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={join(
        'relative flex aspect-[1/1.3] flex-col justify-between overflow-hidden rounded-md bg-deep p-6 text-white shadow-raised',
        className,
      )}
    >
      <CourseDrawing course={course} className="absolute top-1/5 -right-1/5 w-[120%] [--brand:#fff]" />
      <PartnerLogo className="relative h-6 self-start" />
      <div className="relative">
        <div className="h-1 w-10 bg-accent" />
        <p className="mt-3 text-sm">Course outline</p>
        <p className="mt-1 text-h2 text-balance">{courses[course].name}</p>
        <p className="mt-2 text-sm text-white/85">
          {`${courseWeeks['full-time']} weeks full-time · ${courseWeeks['part-time']} weeks part-time`}
        </p>
      </div>
    </div>
  );
}
