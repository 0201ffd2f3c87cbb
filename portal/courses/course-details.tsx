import type { ReactNode } from 'react';
import type { CourseCode } from '../../shared/courses.ts';
import type { CourseContent } from '../../shared/page-content.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { BuildPanel } from './build-panel.tsx';
import { ClosingAction } from './closing-action.tsx';
import { BulletList, CourseSection } from './course-section.tsx';
import { NextCohorts } from './next-cohorts.tsx';
import { Outcomes } from './outcomes.tsx';
import { Syllabus } from './syllabus.tsx';

interface CourseDetailsProps {
  course: CourseCode;
  content: CourseContent;
  /** What this course has and the others do not. */
  children: ReactNode;
}

/** Everything about a course below its first screen. */
export function CourseDetails({ course, content, children }: CourseDetailsProps) {
  const { learn, build, syllabus, whoFor, needs, assessment, questions, closing } = content;
  return (
    <>
      <NextCohorts course={course} />
      <CourseSection id="learn" title="What you learn">
        <ul className="grid gap-8 @lg:grid-cols-2 @5xl:grid-cols-3">
          {learn.map(({ title, text }) => (
            <li key={title} className="border-t-3 border-brand pt-4">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </CourseSection>
      <BuildPanel course={course} {...build} />
      <Syllabus parts={syllabus} />
      {children}
      <div className="grid gap-x-12 gap-y-10 @3xl:grid-cols-3">
        <BulletList title="This course is for you if" items={whoFor} />
        <BulletList title="What you need" items={needs} />
        <BulletList title="How you are assessed" items={assessment} />
      </div>
      <Outcomes course={course} outcomes={content.outcomes} />
      <CourseSection id="questions" title="Questions">
        <div className="border-t border-line">
          {questions.map(({ question, answer }, at) => (
            <Disclosure key={question} id={`question-${at + 1}`} title={question}>
              <p>{answer}</p>
            </Disclosure>
          ))}
        </div>
      </CourseSection>
      <ClosingAction course={course} {...closing} />
    </>
  );
}
