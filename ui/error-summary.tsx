import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { MouseEvent } from 'react';
import type { Problem } from './problems.ts';
import type { Form } from './use-form.ts';

interface ErrorSummaryProps {
  form: Pick<Form, 'problems' | 'attempt'>;
  /** A sentence over the list. */
  lead?: string;
}

/** What stops a form, at its top. Takes the focus whenever a submission is refused; each line leads to its field. */
export function ErrorSummary({ form: { problems, attempt }, lead }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const shown = problems.length > 0;

  useEffect(() => {
    if (shown) box.current?.focus();
  }, [attempt, shown]);
  useErrorTitle(shown);

  if (!shown) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      aria-labelledby={headingId}
      role="group"
      className="scroll-mt-24 rounded-lg border-l-4 border-error bg-error-tint p-4"
    >
      <h2 id={headingId} className="flex items-center gap-2 text-base font-semibold text-error">
        <CircleAlert className="size-5 shrink-0" aria-hidden="true" />
        There is a problem
      </h2>
      <div className="mt-1 pl-7">
        {lead && (
          <p role="alert" className="mb-1">
            {lead}
          </p>
        )}
        <div role={lead ? undefined : 'alert'}>
          <ul className="space-y-1">
            {withoutRepeats(problems).map((problem) => (
              <li key={problem.message}>
                <ProblemLine problem={problem} box={box} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

function ProblemLine({ problem, box }: { problem: Problem; box: { current: HTMLElement | null } }) {
  const { field, message } = problem;
  if (field === undefined) return <>{message}</>;
  const leadToField = (event: MouseEvent) => {
    event.preventDefault();
    focusField(box.current?.closest('form') ?? document, field);
  };
  return (
    <a href={`#${field}`} onClick={leadToField} className="font-semibold text-error underline underline-offset-4">
      {message}
    </a>
  );
}

/** Focuses a field by its name, with the label in view: the input alone would hide what it asks for. */
function focusField(within: ParentNode, name: string): void {
  const input = within.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  if (!input) return;
  const label = input.closest('fieldset')?.querySelector('legend') ?? input.labels?.[0];
  label?.scrollIntoView({ block: 'start' });
  input.focus({ preventScroll: true });
}

/** One line for several fields with the same message; it leads to the first of them. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    (problem, index) => problems.findIndex((other) => other.message === problem.message) === index,
  );
}

function useErrorTitle(shown: boolean): void {
  useEffect(() => {
    if (!shown) return undefined;
    const title = document.title;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [shown]);
}
