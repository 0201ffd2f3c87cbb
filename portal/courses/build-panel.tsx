import type { CourseCode } from '../../shared/courses.ts';
import type { CourseContent } from '../../shared/page-content.ts';
import { CourseDrawing } from '../partner/course-drawing.tsx';

/** What stands at the end of the course: the one thing to be proud of. */
export function BuildPanel({ course, title, text }: { course: CourseCode } & CourseContent['build']) {
  return (
    <section aria-labelledby="build" className="relative overflow-hidden rounded-2xl bg-deep text-white">
      <CourseDrawing
        course={course}
        on="deep"
        className="absolute inset-y-0 right-0 h-full w-2/5 object-contain object-right opacity-70 @max-5xl:hidden"
      />
      <div className="relative p-6 @5xl:max-w-[62%] @3xl:p-12">
        <p className="text-sm font-semibold text-white/80">What you will build</p>
        <h2 id="build" className="mt-1 text-h2 text-balance">
          {title}
        </h2>
        <p className="mt-4 max-w-text">{text}</p>
      </div>
    </section>
  );
}
