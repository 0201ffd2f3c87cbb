import { useCallback } from 'react';
import type { FormEvent, RefCallback } from 'react';
import { useDraft, visitorId } from '../session/draft.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Form, FormPlan } from '../../ui/use-form.ts';

/** What survives a reload. A password never does: it would lie in the tab for the next person at a shared computer. */
const keptFields = ['firstName', 'lastName', 'email'] as const;
type KeptField = (typeof keptFields)[number];

export interface KeptForm extends Form {
  props: Form['props'] & { ref: RefCallback<HTMLFormElement> };
  /** Forgets what was typed, once it has led somewhere. */
  forget: () => void;
}

/** A form of the account. Name and address stay as they were typed, also from one such form to the next. */
export function useKeptForm(plan: FormPlan): KeptForm {
  const form = useForm(plan);
  const { typed, keep, forget } = useDraft<KeptField>('account', visitorId);

  const putBack = useCallback((element: HTMLFormElement | null) => {
    for (const field of keptFields) {
      const input = element?.elements.namedItem(field);
      if (input instanceof HTMLInputElement && input.value === '') input.value = typed[field] ?? '';
    }
    // Once, when the form appears; from then on the fields are the truth.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function onInput(event: FormEvent<HTMLFormElement>): void {
    form.props.onInput(event);
    const { name, value } = event.target as HTMLInputElement;
    if (keptFields.some((field) => field === name)) keep({ [name]: value });
  }

  return { ...form, props: { ...form.props, onInput, ref: putBack }, forget };
}
