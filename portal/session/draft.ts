import { useEffect, useRef, useState } from 'react';

/** What was typed and not yet sent. It stays in this tab, for its member, and survives a reload. */

export type Draft<Field extends string> = Partial<Record<Field, string>>;

/** Visitors have no id; what belongs to one of them goes with the tab. */
export const visitorId = 'visitor';

/** The member's draft of a form; another member's is thrown away. */
export function readDraft<Field extends string>(form: string, memberId: string): Draft<Field> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as Stored<Field> | null;
    if (stored?.memberId === memberId) return stored.typed;
  } catch {
    // Storage is switched off or holds something else: then there is no draft.
  }
  keepDraft(form, memberId, {});
  return {};
}

/** Keeps a draft in place of the last one; an empty one is forgotten. Where storage is switched off a reload asks again. */
export function keepDraft<Field extends string>(form: string, memberId: string, typed: Draft<Field>): void {
  try {
    if (Object.keys(typed).length === 0) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), JSON.stringify({ memberId, typed } satisfies Stored<Field>));
  } catch {
    // Nothing is lost but comfort.
  }
}

export interface DraftInHand<Field extends string> {
  typed: Draft<Field>;
  /** Adds to what was typed. */
  keep: (change: Draft<Field>) => void;
  /** Forgets what has arrived, and answers what stays: fields that were typed over meanwhile. */
  settle: (sent: Draft<Field>) => Draft<Field>;
  forget: () => void;
  /** Writes the draft down again, after everything of this tab was forgotten because the session had ended. */
  rescue: () => void;
}

/** A form's draft while the form is shown. */
export function useDraft<Field extends string>(form: string, memberId: string): DraftInHand<Field> {
  const [typed, setTyped] = useState(() => readDraft<Field>(form, memberId));
  const latest = useRef(typed);

  useEffect(() => {
    if (latest.current === typed) return;
    latest.current = typed;
    keepDraft(form, memberId, typed);
  }, [form, memberId, typed]);

  return {
    typed,
    keep: (added) => setTyped((known) => ({ ...known, ...added })),
    settle(sent) {
      const left = withoutSettled(latest.current, sent);
      // At once: the form may be gone before the next drawing.
      keepDraft(form, memberId, left);
      setTyped((known) => withoutSettled(known, sent));
      return left;
    },
    forget() {
      // At once, as above.
      keepDraft(form, memberId, {});
      setTyped({});
    },
    rescue: () => keepDraft(form, memberId, latest.current),
  };
}

/** A draft without the values that have arrived. */
export function withoutSettled<Field extends string>(typed: Draft<Field>, sent: Draft<Field>): Draft<Field> {
  const open = Object.entries<string | undefined>(typed).filter(([field, value]) => sent[field as Field] !== value);
  return Object.fromEntries(open) as Draft<Field>;
}

interface Stored<Field extends string> {
  memberId: string;
  typed: Draft<Field>;
}

const keyOf = (form: string) => `draft.${form}`;
