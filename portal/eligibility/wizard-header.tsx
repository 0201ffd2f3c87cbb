import { ProgressBar } from '../ui/progress-bar.tsx';
import { useStepName } from '../ui/step-name.ts';
import { join } from '../../ui/join.ts';

const steps = ['About you', 'Your studies'] as const;

/** Where one is in the check: in words, as a figure and as a picture. */
export function WizardHeader({ step }: { step: 1 | 2 }) {
  useStepName(steps[step - 1]);
  const percent = step * 50;
  return (
    <nav aria-label="Steps of the eligibility check">
      <p className="flex justify-between text-sm font-semibold tabular-nums">
        <span className="text-brand">{`Step ${step} of ${steps.length}`}</span>
        <span className="text-muted">{`${percent}%`}</span>
      </p>
      <div className="mt-2">
        <ProgressBar percent={percent} label="Progress of the eligibility check" />
      </div>
      <ol className="mt-2 flex justify-between text-sm">
        {steps.map((name, index) => {
          const isCurrent = index + 1 === step;
          return (
            <li
              key={name}
              aria-current={isCurrent ? 'step' : undefined}
              className={join(isCurrent ? 'font-semibold text-ink' : 'text-muted')}
            >
              {name}
              {index + 1 < step && <span className="sr-only"> (done)</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
