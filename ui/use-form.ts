import { useRef, useState } from 'react';
import type { FormEvent, SyntheticEvent } from 'react';
import { afterPress } from './after-press.ts';
import { messagesByField, withMessage, wordsBeside } from './problems.ts';
import type { FormValues, Problem } from './problems.ts';

export interface FormPlan {
  /** Everything wrong with the values, in the order it should be read. Empty when they can be sent. */
  check: (values: FormValues) => Problem[];
  /** Called with values that passed. While it runs, further submissions are ignored. */
  send: (values: FormValues) => Promise<void>;
}

export interface Form {
  /** Spread on the `<form>`. */
  props: {
    noValidate: true;
    method: 'dialog';
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onBlur: (event: SyntheticEvent<HTMLFormElement>) => void;
    onInput: (event: SyntheticEvent<HTMLFormElement>) => void;
  };
  /** For the error summary: what the last submission, or the answer to it, was refused for. */
  problems: readonly Problem[];
  /** Counts refused submissions, so that the summary takes the focus each time. */
  attempt: number;
  /** The message beside one field. */
  errorOf: (field: string) => string | undefined;
  pending: boolean;
  /** Shows a refusal that came from the service. */
  fail: (problems: Problem[]) => void;
  /** Clears every message, on a change of stage say. */
  clear: () => void;
}

/**
 * A form that lives in the page: values stay in the inputs, nothing is drawn again per key. Decision 0005: the one form
 * hook.
 *
 * Checked on submit as a whole; one field by itself when it is left after a change, and while a field that had a
 * problem is being corrected.
 */
export function useForm({ check, send }: FormPlan): Form {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState(false);
  const running = useRef(false);
  const touched = useRef(new Set<string>());

  function fail(found: Problem[]): void {
    setProblems(found);
    setFieldErrors(messagesByField(found));
    setAttempt((count) => count + 1);
  }

  function clear(): void {
    setProblems([]);
    setFieldErrors({});
    touched.current.clear();
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    if (running.current) return;
    const values = valuesOf(form);
    const found = check(values);
    if (found.length > 0) return fail(found);
    clear();
    running.current = true;
    setPending(true);
    try {
      await send(values);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  function recheck(form: HTMLFormElement, field: string): void {
    const problem = check(valuesOf(form)).find((found) => found.field === field);
    setFieldErrors((errors) => withMessage(errors, field, problem && wordsBeside(problem)));
  }

  return {
    props: {
      noValidate: true,
      // Of a form that is in no dialog this sends nothing anywhere: a page can be pressed before its code has come,
      // and what was typed must not end up in an address.
      method: 'dialog',
      onSubmit(event) {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onInput(event) {
        const field = nameOf(event.target);
        touched.current.add(field);
        if (field in fieldErrors) recheck(event.currentTarget, field);
      },
      onBlur(event) {
        const form = event.currentTarget;
        const field = nameOf(event.target);
        if (touched.current.has(field)) afterPress(() => recheck(form, field));
      },
    },
    problems,
    attempt,
    errorOf: (field) => fieldErrors[field],
    pending,
    fail,
    clear,
  };
}

function valuesOf(form: HTMLFormElement): FormValues {
  const values: FormValues = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
  return values;
}

function nameOf(target: EventTarget): string {
  return target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
    ? target.name
    : '';
}
