import { courses } from '../../contract/courses.ts';
import type { CourseCode } from '../../contract/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
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
        className="absolute inset-y-0 right-0 h-full w-1/2 @max-3xl:hidden @5xl:w-[46%]"
      />
      <div className="relative mx-auto max-w-page px-4 pt-10 pb-12 md:px-8 md:pt-16 md:pb-28">
        <div className="@3xl:max-w-[52%]">
          <p className="font-semibold text-brand">{`${partner.code.toUpperCase()} · ${partner.words.Program}`}</p>
          <h1 tabIndex={-1} className="mt-2 md:text-[2.75rem] md:leading-12">
            {courses[course].name}
          </h1>
          <p className="mt-4 text-h3 font-normal text-pretty">{promise}</p>
          <p className="mt-3 max-w-prose text-muted">{text}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 @max-md:flex-col @max-md:items-start">
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
      <CourseDrawing course={course} on="tint" className="relative -mt-4 h-44 w-full @3xl:hidden" />
    </header>
  );
}
