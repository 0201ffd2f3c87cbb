import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { courses, courseWeeks, studyModes, studyModeNames } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import type { Cohort } from '../../contract/cohorts.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { findObstacle } from '../session/cohorts.ts';
import { Button } from '../../ui/button.tsx';
import { join } from '../../ui/join.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { CohortRow } from './cohort-row.tsx';
import { FinishedStep } from './finished-step.tsx';
import { ModeComparison } from './mode-comparison.tsx';
import { cohortsOf } from './selection.ts';

interface CohortStepProps {
  cohorts: Cohort[];
  course: CourseCode;
  chosen: Cohort | undefined;
  onChoose: (cohortId: string) => void;
  onBack: () => void;
  onContinue: () => void;
}

/** Step 2: which intake of the course. */
export function CohortStep({ cohorts, course, chosen, onChoose, onBack, onContinue }: CohortStepProps) {
  const own = cohortsOf(cohorts, course);
  const next = () => (chosen ? onContinue() : toast(enrolMessages.cohortMissing));
  return (
    <>
      <div className="mb-6">
        <FinishedStep name="Course" onChange={onBack}>
          {courses[course].name}
        </FinishedStep>
      </div>
      <CohortList cohorts={own} course={course} chosen={chosen} onChoose={onChoose} />
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:items-start sm:justify-between">
        <Button look="outline" onClick={onBack}>
          Back
        </Button>
        <div className="flex flex-col gap-2 sm:items-end">
          {/* Not `disabled`: a press must be able to say what is missing. */}
          <Button
            aria-disabled={chosen ? undefined : true}
            aria-describedby={chosen ? undefined : 'cohort-missing'}
            onClick={next}
          >
            Continue to Payment
          </Button>
          {/* Its room stays, so that the page does not move as one chooses. */}
          <p id="cohort-missing" className={join('text-sm text-muted', chosen && 'invisible')}>
            Choose a cohort to continue.
          </p>
        </div>
      </div>
      <ModeComparison cohorts={own} />
    </>
  );
}

type CohortListProps = Pick<CohortStepProps, 'cohorts' | 'course' | 'chosen' | 'onChoose'>;

function CohortList({ cohorts, course, chosen, onChoose }: CohortListProps) {
  const [mode, setMode] = useState(() => chosen?.mode ?? firstMode(cohorts));
  const { box, hasMore, onScroll } = useMoreBelow(`${mode} ${chosen?.id}`);
  const rowOf = (cohort: Cohort) => (
    <CohortRow
      key={cohort.id}
      cohort={cohort}
      all={cohorts}
      isChosen={cohort.id === chosen?.id}
      onChoose={() => onChoose(cohort.id)}
    />
  );
  return (
    <fieldset>
      <legend className="sr-only">{`Cohorts of ${courses[course].name}`}</legend>
      <div className="relative overflow-hidden rounded-xl border border-line">
        <div
          ref={box}
          onScroll={onScroll}
          // Of one height, so that the page does not move as rows open.
          className="relative h-[400px] max-h-[400px] overflow-y-auto overscroll-contain bg-surface"
        >
          <Tabs label="How you study" look="segments" tabs={modeTabs} current={mode} onChange={setMode}>
            {(name) => <ModeRows cohorts={cohorts.filter((cohort) => cohort.mode === name)} rowOf={rowOf} />}
          </Tabs>
        </div>
        {hasMore && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 bottom-0 h-16 bg-linear-to-t from-surface to-transparent"
          />
        )}
      </div>
    </fieldset>
  );
}

const modeTabs = studyModes.map((name) => ({
  name,
  label: studyModeNames[name],
  note: `${courseWeeks[name]} weeks`,
}));

/** The first way to study with a cohort that can be taken. */
const firstMode = (cohorts: Cohort[]) =>
  studyModes.find((mode) => cohorts.some((cohort) => cohort.mode === mode && !findObstacle(cohort))) ?? studyModes[0];

/** What can be chosen; what has started is put away below it. */
function ModeRows({ cohorts, rowOf }: { cohorts: Cohort[]; rowOf: (cohort: Cohort) => ReactNode }) {
  const started = cohorts.filter(({ state }) => state === 'started');
  return (
    <div className="space-y-2 p-2">
      {cohorts.filter((cohort) => !started.includes(cohort)).map(rowOf)}
      {started.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer px-3 py-2.5 text-sm font-semibold text-muted hover:text-brand">
            {`Already started (${started.length})`}
          </summary>
          <div className="space-y-2">{started.map(rowOf)}</div>
        </details>
      )}
    </div>
  );
}

/** Scrolls an area, and nothing around it, until all of an element inside is seen. A row has just opened, say. */
function bringIntoView(area: HTMLElement, element: Element | null): void {
  if (!element || element.closest('[hidden]')) return;
  const { top, bottom } = element.getBoundingClientRect();
  const seen = area.getBoundingClientRect();
  const gap = 8;
  if (bottom > seen.bottom - gap) area.scrollTop += bottom - seen.bottom + gap;
  else if (top < seen.top + gap) area.scrollTop -= seen.top - top + gap;
}

/**
 * Whether a scroll area holds more below what is seen.
 *
 * @param content names what is shown in it; when that changes, what is chosen is scrolled into view
 */
function useMoreBelow(content: string) {
  const box = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  function look(): void {
    const area = box.current;
    if (!area) return;
    setHasMore(area.scrollTop + area.clientHeight < area.scrollHeight - 8);
  }
  useLayoutEffect(() => {
    if (box.current) bringIntoView(box.current, box.current.querySelector('label:has(:checked)'));
    look();
  }, [content]);
  useLayoutEffect(() => {
    // The height changes without a choice too: "Already started" is opened, the catalogue is refreshed.
    const resizes = new ResizeObserver(look);
    for (const part of box.current?.children ?? []) resizes.observe(part);
    return () => resizes.disconnect();
  }, []);
  return { box, hasMore, onScroll: look };
}
