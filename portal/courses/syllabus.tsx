import { useState } from 'react';
import { courseWeeks, studyModeNames, studyModes } from '../../shared/courses.ts';
import type { StudyMode } from '../../shared/courses.ts';
import type { SyllabusPart } from '../../shared/page-content.ts';
import { nameWeeks, weeksOf } from '../../shared/syllabus-weeks.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { join } from '../../ui/join.ts';
import { CourseSection } from './course-section.tsx';

/** Week by week, in the weeks of either way to study. */
export function Syllabus({ parts }: { parts: SyllabusPart[] }) {
  const [mode, setMode] = useState<StudyMode>('full-time');
  const weeks = weeksOf(parts, mode);
  return (
    <CourseSection
      id="syllabus"
      title="Syllabus"
      lead={`Six parts in ${courseWeeks[mode]} weeks, each with something you make.`}
    >
      <ModeSwitch mode={mode} onChange={setMode} />
      <div className="mt-4 border-t border-line">
        {parts.map((part, at) => (
          <Disclosure
            key={part.title}
            id={`part-${at + 1}`}
            title={<PartTitle title={part.title} weeks={nameWeeks(weeks[at]!)} />}
          >
            <Part part={part} />
          </Disclosure>
        ))}
      </div>
    </CourseSection>
  );
}

function ModeSwitch({ mode, onChange }: { mode: StudyMode; onChange: (mode: StudyMode) => void }) {
  return (
    <fieldset className="inline-flex rounded-lg border border-control p-1 print:hidden">
      <legend className="sr-only">Show the weeks of</legend>
      {studyModes.map((each) => (
        <label
          key={each}
          className={join(
            'cursor-pointer rounded-md px-4 py-2 text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
            each === mode ? 'bg-brand text-white forced-colors:underline' : 'text-muted hover:text-brand',
          )}
        >
          <input
            type="radio"
            name="syllabus-mode"
            checked={each === mode}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          {studyModeNames[each]}
        </label>
      ))}
    </fieldset>
  );
}

function PartTitle({ title, weeks }: { title: string; weeks: string }) {
  return (
    <span className="grid gap-x-8 @2xl:grid-cols-[8rem_1fr]">
      <span className="font-normal text-muted tabular-nums">{weeks}</span>
      <span>{title}</span>
    </span>
  );
}

function Part({ part: { text, topics, make } }: { part: SyllabusPart }) {
  return (
    <div className="space-y-4 @2xl:pl-40 @5xl:-mr-40">
      <p>{text}</p>
      <ul className="list-disc space-y-1 pl-5">
        {topics.map((topic) => (
          <li key={topic}>{topic}</li>
        ))}
      </ul>
      <p>
        <strong className="font-semibold">You make:</strong> {make}
      </p>
    </div>
  );
}
