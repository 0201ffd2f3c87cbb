import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { RequestError } from '../../../client/membership.ts';
import { useModal } from '../modal-context.ts';
import { refusedField } from '../refused-field.ts';

/** What is wrong with a value, if anything. */
export type Check = (value: string) => string | undefined;
/** The texts of a form by the names of its fields; '' for one that is not there. */
export type Value = (name: string) => string;

export interface FormProps {
  /** What must hold for a field, by its name. */
  checks?: Record<string, Check>;
  /** Called with values that passed. What fails is told at the top, and what was typed stays. */
  onSend: (value: Value, form: HTMLFormElement) => Promise<void>;
  submit: string;
  /** Where it is given, the button is closed while it says no. */
  isReady?: (value: Value) => boolean;
  children: ReactNode;
}

const noChecks: Record<string, Check> = {};
interface Judged {
  errors: Readonly<Record<string, string | undefined>>;
  /** The field that the service has refused last; another object each time. */
  refused?: { name: string } | undefined;
}
const FormContext = createContext<Judged>({ errors: {} });

/** What is wrong with a field, for what stands beside it. */
export const useFieldError = (name: string): string | undefined => useContext(FormContext).errors[name];
/** Calls back each time the service has refused what a field holds. */
export function useRefused(name: string, onRefused: () => void): void {
  const { refused } = useContext(FormContext);
  const react = useEffectEvent(onRefused);
  useEffect(() => {
    if (refused?.name === name) react();
  }, [refused, name]);
}

/**
 * A form whose values stay in its inputs. A field is checked when it is left, and again while it is being mended; all
 * of them when the form is sent, and then the first that is wrong takes the focus.
 */
export function Form({ checks = noChecks, onSend, submit, isReady, children }: FormProps) {
  const { tell, fail } = useModal();
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [refused, setRefused] = useState<{ name: string }>();
  const [pending, setPending] = useState(false);
  const [isClosed, setClosed] = useState(isReady !== undefined);
  const judged = useMemo(() => ({ errors, refused }), [errors, refused]);
  const running = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  // After each time it is drawn: what was saved meanwhile may be what the fields hold.
  const look = () => setClosed(isReady ? !isReady(valuesOf(form.current!)) : false);
  useLayoutEffect(look);

  const judge = (name: string, value: string) =>
    setErrors((before) => ({ ...before, [name]: value === '' ? undefined : checks[name]?.(value) }));

  async function send(sent: HTMLFormElement): Promise<void> {
    if (running.current) return;
    const value = valuesOf(sent);
    const found = Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, check(value(name))]));
    setErrors(found);
    const wrong = Object.keys(found).find((name) => found[name]);
    if (wrong) return sent.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    running.current = true;
    setPending(true);
    tell(undefined, 'error');
    try {
      await onSend(value, sent);
    } catch (error) {
      fail(error);
      const field = refusedField(error as RequestError, sent);
      if (field) {
        setErrors((before) => ({ ...before, [field.name]: (error as Error).message }));
        setRefused({ name: field.name });
        field.focus();
      }
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return (
    <form
      ref={form}
      className="ms-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
      // The browser asks for an address in its own words; ours stand beside them.
      onInvalidCapture={({ target }) => judge((target as HTMLInputElement).name, (target as HTMLInputElement).value)}
      onBlur={({ target, relatedTarget }) => {
        // What appeared below the field would push away the button that is just being pressed.
        const isPressing = relatedTarget?.closest('button,a');
        if (target instanceof HTMLInputElement && !isPressing) judge(target.name, target.value);
      }}
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (errors[name] !== undefined) judge(name, value);
        look();
      }}
    >
      <FormContext value={judged}>{children}</FormContext>
      <button type="submit" className="ms-button ms-button--primary" aria-busy={pending} disabled={isClosed}>
        <span className="ms-button__label">{submit}</span>
        {pending && <span className="ms-spinner" />}
      </button>
    </form>
  );
}

/** What the fields of a form hold now. */
export function valuesOf(form: HTMLFormElement): Value {
  const given = new FormData(form);
  return (name) => {
    const value = given.get(name);
    return typeof value === 'string' ? value : '';
  };
}
