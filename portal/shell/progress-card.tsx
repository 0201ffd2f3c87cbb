import { Circle, CircleCheck, CircleDashed, Lock } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useMatch } from 'react-router';
import { courses } from '../../shared/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { orderQuestion, standingOfOrder, type OrderStanding } from '../session/order.ts';
import type { Standing } from '../session/standing.ts';
import { useAnswer } from '../session/use-answer.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { useShownStepName } from '../ui/step-name.ts';
import { journeyOf } from './journey.ts';
import type { Journey, JourneyTask, TaskState } from './journey.ts';

/** How far a member has come and what to do next: a task list with one way on. */
export function ProgressCard({ standing }: { standing: Standing }) {
  const partner = usePartner();
  const journey = journeyOf(standing, partner.words, useOrderStanding(standing));
  return (
    <section className="rounded-xl border border-line p-4">
      <h2 className="text-base font-semibold">Continue Your Progress</h2>
      <Progress percent={journey.percent} />
      {journey.outcome && (
        <p className="mt-3">
          <Badge tone={journey.outcome.isGood ? 'success' : 'info'}>{journey.outcome.label}</Badge>
        </p>
      )}
      {journey.isBroken ? (
        <p className="mt-3 font-semibold text-error">{journey.nextStep}</p>
      ) : (
        <Tasks journey={journey} />
      )}
      <SelectedCourse standing={standing} />
      {journey.leadsTo && <Continue to={pathOf(partner, journey.leadsTo)} />}
    </section>
  );
}

/** A page with steps of its own says how far one is there; a second figure beside it would speak of something else. */
function Progress({ percent }: { percent: number }) {
  const hasOwnFigure = useShownStepName() !== '';
  return (
    <>
      <div className="mt-3 flex items-baseline justify-between text-sm">
        <h3 className="text-muted">Your Journey</h3>
        {!hasOwnFigure && <span className="font-semibold tabular-nums">{`${percent}%`}</span>}
      </div>
      {!hasOwnFigure && (
        <div className="mt-2">
          <ProgressBar percent={percent} label="Your Journey" />
        </div>
      )}
    </>
  );
}

/** How the newest order stands: asked for members who may have gone to pay, since a bank takes days. */
function useOrderStanding({ stage, cohortId, isPaid }: Standing): OrderStanding | undefined {
  const { data } = useAnswer(orderQuestion, { enabled: stage === '2' && cohortId !== '' && !isPaid });
  return data ? standingOfOrder(data) : undefined;
}

/** Leads to the next step; nothing on the page where that step is taken. */
function Continue({ to }: { to: string }) {
  if (useMatch(to)) return null;
  return (
    <ButtonLink to={to} look="outline" className="mt-4 w-full">
      Continue
    </ButtonLink>
  );
}

function Tasks({ journey }: { journey: Journey }) {
  return (
    <>
      <ol className="mt-3 space-y-1">
        {journey.tasks.map((task) => (
          <Task key={task.name} task={task} />
        ))}
      </ol>
      <p className="mt-3 text-sm">
        <span className="text-muted">Next Step:</span> <span className="font-semibold">{journey.nextStep}</span>
      </p>
    </>
  );
}

const taskIcons: Record<TaskState, LucideIcon> = {
  'Not started': Circle,
  'In progress': CircleDashed,
  Done: CircleCheck,
  'Cannot start yet': Lock,
};

function Task({ task: { name, state } }: { task: JourneyTask }) {
  const Icon = taskIcons[state];
  const isOpen = state === 'Not started' || state === 'In progress';
  return (
    <li className="flex items-start gap-2 py-1 text-sm">
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${state === 'Done' ? 'text-success' : isOpen ? 'text-brand' : 'text-muted'}`}
        aria-hidden="true"
      />
      <span className={isOpen ? 'font-semibold' : undefined}>
        {name}
        <span className="block font-normal text-muted">{state}</span>
      </span>
    </li>
  );
}

function SelectedCourse({ standing: { stage, course } }: { standing: Standing }) {
  if (!course || (stage !== '2' && stage !== '3')) return null;
  return (
    <p className="mt-1 text-sm">
      <span className="text-muted">Selected course: </span>
      <span className="font-semibold">{courses[course].name}</span>
    </p>
  );
}
