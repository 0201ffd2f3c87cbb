import { useState } from 'react';
import { useLocation } from 'react-router';
import { courseCodeOf, courseCodes, courses, defaultCourse } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { askedOutline } from '../session/asked-outline.ts';
import { readDraft, visitorId, type Draft } from '../session/draft.ts';
import { useMember } from '../session/member.ts';
import { standingOf } from '../session/standing.ts';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AskedNotice } from './asked-notice.tsx';
import { LockedOutline, OutlineViewer } from './outline-panels.tsx';

const tabs = courseCodes.map((course) => ({ name: course, label: courses[course].name }));

/** Every week of every course, as a document to read or keep. */
export function Component() {
  const member = useMember();
  const [chosen, choose] = useState<CourseCode>();
  const active = useActiveCourse();
  const asked = useAskedOutline(member);
  const first = active ?? standingOf(member ?? null).course ?? courseCodeOf(asked.course) ?? defaultCourse;
  return (
    <Page>
      <h1 tabIndex={-1}>Course outlines</h1>
      <p className="mt-3 max-w-text text-muted">
        Every week of a course, what you make in it, what it costs and where it leads. Made for reading on screen, on
        paper and aloud.
      </p>
      {asked.email && <AskedNotice email={asked.email} />}
      <div className="mt-8">
        {member === undefined ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <Tabs label="Courses" tabs={tabs} current={chosen ?? first} onChange={choose} onlyCurrent>
            {(course) =>
              member || asked.email ? <OutlineViewer course={course} /> : <LockedOutline course={course} />
            }
          </Tabs>
        )}
      </div>
    </Page>
  );
}

/** What a visitor asked for by the form, who reads on without being logged in. */
function useAskedOutline(member: StudentMember | null | undefined): Draft<'email' | 'course'> {
  const [asked] = useState(() => readDraft<'email' | 'course'>(askedOutline, visitorId));
  return member === null ? asked : {};
}

/** The course the visitor was reading about when they came here. */
function useActiveCourse(): CourseCode | undefined {
  const state = useLocation().state as { activeCourse?: unknown } | null;
  return typeof state?.activeCourse === 'string' ? courseCodeOf(state.activeCourse) : undefined;
}
