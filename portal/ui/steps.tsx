import { Check } from 'lucide-react';
import { join } from '../../ui/join.ts';
import { useStepName } from './step-name.ts';

interface StepsProps {
  /** Names of the steps in order. */
  steps: readonly string[];
  /** The step one is on, from 1. */
  current: number;
  label: string;
}

/** "Step 2 of 3" and the list of steps with the present one marked. */
export function Steps({ steps, current, label }: StepsProps) {
  useStepName(steps[current - 1]);
  return (
    <div role="group" aria-label={label}>
      <p className="text-sm font-semibold text-brand tabular-nums">{`Step ${current} of ${steps.length}`}</p>
      <ol className="mt-3 flex gap-2">
        {steps.map((name, index) => (
          <Step key={name} name={name} state={stateOf(index + 1, current)} />
        ))}
      </ol>
    </div>
  );
}

type StepState = 'done' | 'current' | 'ahead';

function stateOf(step: number, current: number): StepState {
  if (step === current) return 'current';
  return step < current ? 'done' : 'ahead';
}

function Step({ name, state }: { name: string; state: StepState }) {
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="min-w-0 flex-1">
      <span
        aria-hidden="true"
        className={join('block h-1 rounded-full', state === 'ahead' ? 'bg-surface-strong' : 'bg-brand')}
      />
      <span
        className={join(
          'mt-2 flex items-center gap-1 text-sm',
          state === 'current' ? 'font-semibold text-ink' : 'text-muted',
        )}
      >
        {state === 'done' && <Check className="size-4 shrink-0 text-success" aria-hidden="true" />}
        {name}
        {state === 'done' && <span className="sr-only"> (done)</span>}
      </span>
    </li>
  );
}
