import { MailX } from 'lucide-react';
import { useState } from 'react';
import {
  cohortMailSubjectMost,
  cohortMailTextMost,
  type CohortMail,
  type Recipient,
} from '../../contract/console/runs-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { useTypedSince } from '../shell/use-typed-since.ts';
import { counted } from './run-words.ts';

/** The subject and the body of a mail to a cohort's students. */
export interface WrittenMail {
  subject: string;
  text: string;
  /** Ids of the orders of those it goes to. */
  orders: readonly string[];
}

interface MailFormProps {
  cohortId: string;
  students: readonly Recipient[];
  /** The mail as it was before its preview; undefined for a new one. */
  written: WrittenMail | undefined;
  onTyped: () => void;
  onDrafted: (mail: CohortMail, written: WrittenMail) => void;
}

/** Subject, text and recipients. Nothing is sent from here. */
export function MailForm({ cohortId, students, written, onTyped, onDrafted }: MailFormProps) {
  const reachable = students.filter(({ isProved }) => isProved);
  const [chosen, setChosen] = useState(() => new Set(written?.orders ?? reachable.map(({ orderId }) => orderId)));
  const typing = useTypedSince();
  const form = useForm({
    check: ({ subject = '', text = '' }) => [
      ...(subject.trim() ? [] : [{ field: 'subject', message: 'Enter a subject' }]),
      ...(text.trim() ? [] : [{ field: 'text', message: 'Enter a text' }]),
      ...(chosen.size > 0 ? [] : [{ field: undefined, message: 'Choose at least one student' }]),
    ],
    async send({ subject = '', text = '' }) {
      const isTypedSince = typing.begin();
      const wish = { subject: subject.trim(), text: text.trim(), orders: [...chosen] };
      try {
        const { data } = await send('POST /console/api/cohorts/:cohortId/mails', wish, { cohortId });
        // A preview without what was typed since would take that away.
        if (!isTypedSince()) onDrafted(data, wish);
        else toast({ kind: 'info', title: 'Something was changed since. Press again.' });
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
      }
    },
  });
  if (reachable.length === 0)
    return (
      <EmptyState icon={MailX} title="No student to write to">
        <p>Students with a paid seat in this cohort and a proved address stand here.</p>
      </EmptyState>
    );
  const toggle = (orderId: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(orderId)) next.add(orderId);
      return next;
    });
  const areAll = chosen.size === reachable.length;
  const note = () => {
    typing.onTyped();
    onTyped();
  };
  return (
    <form {...form.props} onChange={note} className="flex flex-col gap-5">
      <ErrorSummary form={form} />
      <Field
        label="Subject"
        name="subject"
        defaultValue={written?.subject}
        maxLength={cohortMailSubjectMost}
        autoComplete="off"
        error={form.errorOf('subject')}
      />
      <TextAreaField
        label="Text"
        name="text"
        hint="Plain text. An empty line begins a paragraph."
        rows={8}
        defaultValue={written?.text}
        maxLength={cohortMailTextMost}
        error={form.errorOf('text')}
      />
      <fieldset className="rounded-xl border border-line px-4 pt-2 pb-3">
        <legend className="px-1 font-semibold">To</legend>
        <CheckboxField
          name="all"
          label={`All ${counted(reachable.length, 'student')}`}
          checked={areAll}
          onChange={() => setChosen(new Set(areAll ? [] : reachable.map(({ orderId }) => orderId)))}
          className="border-b border-line"
        />
        <ul className="max-h-72 overflow-y-auto">
          {students.map(({ orderId, student, email, partner, isProved }) => (
            <li key={orderId}>
              <CheckboxField
                name={`to ${orderId}`}
                label={
                  <span className="wrap-anywhere">
                    {student}{' '}
                    <span className="text-muted">
                      {email}, {partner.toUpperCase()}
                      {!isProved && ' (address not proved, so no mail of staff goes there)'}
                    </span>
                  </span>
                }
                disabled={!isProved}
                checked={isProved && chosen.has(orderId)}
                onChange={() => toggle(orderId)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <div>
        <Button type="submit" loading={form.pending}>
          Look at it before sending
        </Button>
      </div>
    </form>
  );
}
