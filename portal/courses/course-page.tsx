import { Suspense } from 'react';
import type { ReactNode } from 'react';
import type { CourseCode } from '../../shared/courses.ts';
import type { CourseHead } from '../../shared/page-content.ts';
import { useContent } from '../partner/use-content.ts';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsDrawn } from '../ui/use-is-drawn.ts';
import { CourseFacts } from './course-facts.tsx';
import { CourseHero } from './course-hero.tsx';

interface CoursePageProps {
  course: CourseCode;
  head: CourseHead;
  /** The details. */
  children: ReactNode;
}

/**
 * A course, from the first screen to the closing action. What decides comes with the page; the details come right
 * behind it.
 */
export function CoursePage({ course, head, children }: CoursePageProps) {
  const { promise, hero } = useContent(head);
  const isDrawn = useIsDrawn();
  return (
    <article className="@container">
      <CourseHero course={course} promise={promise} text={hero} />
      <Page className="space-y-14 md:space-y-20 @3xl:pt-0">
        <CourseFacts course={course} />
        <Suspense fallback={<DetailsSkeleton />}>{isDrawn ? children : <DetailsSkeleton />}</Suspense>
      </Page>
    </article>
  );
}

function DetailsSkeleton() {
  return (
    <div aria-busy="true" className="min-h-screen space-y-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
