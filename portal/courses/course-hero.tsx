import { courses } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { CourseDrawing } from '../partner/course-drawing.tsx';
import { LandingLink } from './landing-link.tsx';

/** The first screen: what the course is, what it promises, and the way on. */
export function CourseHero({ course, promise, text }: { course: CourseCode; promise: string; text: string }) {
  const partner = usePartner();
  return (
    <header className="relative overflow-hidden bg-tint">
      <CourseDrawing
        course={course}
        on="tint"
        className="absolute top-0 right-0 w-[52%] max-w-xl mask-b-from-90% @max-3xl:hidden"
      />
      <div className="relative mx-auto max-w-page px-4 pt-10 pb-8 md:px-8 @3xl:pt-16 @3xl:pb-28">
        <div className="@3xl:max-w-[47%]">
          <p className="font-semibold text-brand">{`${partner.code.toUpperCase()} · ${partner.words.Program}`}</p>
          <h1 tabIndex={-1} className="mt-2">
            {courses[course].name}
          </h1>
          <p className="mt-3 text-h3 font-normal text-balance">{promise}</p>
          <p className="mt-3 max-w-text text-muted">{text}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden @max-md:flex-col @max-md:items-start">
            <LandingLink className="min-w-48" />
            <Link
              to={pathOf(partner, 'courseOutlines')}
              state={{ activeCourse: courses[course].slug }}
              className={buttonClass('link')}
            >
              See the course outline
            </Link>
          </div>
        </div>
      </div>
      <CourseDrawing
        course={course}
        on="tint"
        className="aspect-13/10 max-h-72 w-full object-contain object-right mask-t-from-93% @3xl:hidden"
      />
    </header>
  );
}
