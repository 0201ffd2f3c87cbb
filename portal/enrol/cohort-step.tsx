import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { courses, courseWeeks, studyModes, studyModeNames } from '../../shared/courses.ts';
import type { CourseCode, StudyMode } from '../../shared/courses.ts';
import type { Cohort } from '../../contract/cohorts.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { Button } from '../ui/button.tsx';
import { join } from '../ui/join.ts';
import { toast } from '../ui/toast.ts';
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
      <ModeComparison cohorts={own} />
      <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:items-start sm:justify-between">
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
    </>
  );
}

type CohortListProps = Pick<CohortStepProps, 'cohorts' | 'course' | 'chosen' | 'onChoose'>;

function CohortList({ cohorts, course, chosen, onChoose }: CohortListProps) {
  const { box, hasMore, onScroll } = useMoreBelow();
  return (
    <fieldset>
      <legend className="sr-only">{`Cohorts of ${courses[course].name}`}</legend>
      <div className="relative overflow-hidden rounded-xl border border-line">
        <div
          ref={box}
          onScroll={onScroll}
          className="relative max-h-[400px] overflow-y-auto overscroll-contain bg-surface"
        >
          {studyModes.map((mode) => (
            <ModeGroup key={mode} mode={mode}>
              {cohorts
                .filter((cohort) => cohort.mode === mode)
                .map((cohort) => (
                  <CohortRow
                    key={cohort.id}
                    cohort={cohort}
                    all={cohorts}
                    isChosen={cohort.id === chosen?.id}
                    onChoose={() => onChoose(cohort.id)}
                  />
                ))}
            </ModeGroup>
          ))}
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

function ModeGroup({ mode, children }: { mode: StudyMode; children: ReactNode }) {
  const headingId = useId();
  return (
    <div role="group" aria-labelledby={headingId}>
      {/* Stays on top while its rows scroll, so that one always sees which kind one is choosing. */}
      <p
        id={headingId}
        className="sticky top-0 z-10 flex justify-between border-b border-line bg-surface-strong px-4 py-2 text-sm font-semibold"
      >
        {studyModeNames[mode]}
        <span className="text-muted">{`${courseWeeks[mode]} weeks`}</span>
      </p>
      <div className="space-y-2 p-2">{children}</div>
    </div>
  );
}

/** Whether a scroll area holds more below what is seen. */
function useMoreBelow() {
  const box = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  function look(): void {
    const area = box.current;
    if (area) setHasMore(area.scrollTop + area.clientHeight < area.scrollHeight - 8);
  }
  useLayoutEffect(look, []);
  return { box, hasMore, onScroll: look };
}
