import { Field } from '../../ui/field.tsx';
import type { FormValues, Problem } from '../../ui/problems.ts';
import type { Form } from '../../ui/use-form.ts';
import { ReasonField } from '../shell/reason-field.tsx';
import { ownZone } from '../shell/times.ts';
import { localMoment } from './run-words.ts';

/** What is wrong with the reason and the time, in the order of the fields. */
export const checkChooseBy = ({ reason = '', until = '' }: FormValues): Problem[] => [
  ...(reason.trim() ? [] : [{ field: 'reason', message: 'Enter a reason' }]),
  ...(Number.isNaN(Date.parse(until)) ? [{ field: 'until', message: 'Enter date and time' }] : []),
];

/** The part of a call's body that the fields fill, once they are checked. */
export const chooseByIn = ({ reason = '', until = '' }: FormValues) => ({
  reason: reason.trim(),
  chooseBy: new Date(until).toISOString(),
});

interface ChooseByFieldsProps {
  form: Form;
  /** The time that is proposed; ISO. */
  chooseBy: string;
  /** A further bound of the time, in words that follow the zone. */
  bound?: string;
}

/** Why a run is cancelled or moved, and until when its students choose. */
export function ChooseByFields({ form, chooseBy, bound = '' }: ChooseByFieldsProps) {
  return (
    <>
      <ReasonField form={form} hint="It stands in the audit log. Students do not see it." />
      <Field
        label="Students choose until"
        name="until"
        type="datetime-local"
        hint={`In your zone, ${ownZone()}${bound}. Who has not chosen by then is refunded in full.`}
        defaultValue={localMoment(chooseBy)}
        className="max-w-[24rem]"
        error={form.errorOf('until')}
      />
    </>
  );
}
