import { useState } from 'react';
import type { ReactNode } from 'react';
import { RequestError } from '../../client/request.ts';
import { webinarLimits, type WebinarDraft } from '../../contract/console/webinars-schemas.ts';
import { webinarMinutes } from '../../shared/webinar-choices.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { messageOf } from '../session/message-of.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { checkWebinar, firstDayOf, readWebinar, repeatChoices, repeatsOf } from './form-values.ts';
import { WebinarPreview, type PreviewedTexts } from './webinar-preview.tsx';
import { categoryWords, courseChoices } from './webinar-words.ts';

interface WebinarFormProps {
  /** What the fields begin with. */
  draft: WebinarDraft;
  /** Whose words the preview shows; null where it is for all partners. */
  partner: string | null;
  /** Above the fields. */
  children?: ReactNode;
  /** @throws RequestError a refusal, which the form shows */
  save: (draft: WebinarDraft) => Promise<void>;
  press: string;
  /** Whether something was typed since the draft was read or saved. */
  isTyped: boolean;
  onTyped: () => void;
}

/** A webinar's fields, with what students read beside them. What was typed stays until it is saved. */
export function WebinarForm({ draft, partner, children, save, press, isTyped, onTyped }: WebinarFormProps) {
  const [texts, setTexts] = useState<PreviewedTexts>(draft);
  const form = useForm({
    check: checkWebinar,
    async send(values) {
      try {
        await save(readWebinar(values));
      } catch (error) {
        const field = error instanceof RequestError ? error.field : undefined;
        form.fail([{ field, message: messageOf(error) }]);
      }
    },
  });
  // Stays a choice when another one is saved: it may be chosen again meanwhile.
  const [repeats] = useState(() => repeatsOf(draft));
  return (
    <div className="flex flex-col gap-8 xl:flex-row xl:items-start">
      <form
        {...form.props}
        onChange={({ currentTarget }) => {
          setTexts(textsOf(new FormData(currentTarget)));
          onTyped();
        }}
        className="flex max-w-[42rem] min-w-0 flex-1 flex-col gap-5"
      >
        <ErrorSummary form={form} />
        {children}
        <Field
          label="Title"
          name="title"
          maxLength={webinarLimits.titleMaxLength}
          defaultValue={draft.title}
          error={form.errorOf('title')}
          autoComplete="off"
        />
        <TextAreaField
          label="What it is about"
          name="description"
          rows={4}
          hint="Words in braces become the partner’s own: {program}, {enrol}, {enrolment}, {partner}."
          maxLength={webinarLimits.descriptionMaxLength}
          defaultValue={draft.description}
          error={form.errorOf('description')}
        />
        <Field
          label="Host"
          name="host"
          hint="A role, with a first name where it helps."
          maxLength={webinarLimits.hostMaxLength}
          defaultValue={draft.host}
          error={form.errorOf('host')}
          autoComplete="off"
        />
        <Pair>
          <SelectField label="Course" name="course" options={courseChoices} defaultValue={draft.course} />
          <SelectField label="Kind" name="category" options={categories} defaultValue={draft.category} />
        </Pair>
        <Pair>
          <Field
            label="First day"
            name="day"
            type="date"
            hint="On the partner’s calendar."
            defaultValue={firstDayOf(draft)}
            error={form.errorOf('day')}
          />
          <SelectField
            label="Takes place"
            name="repeats"
            hint="Again and again from that day on."
            options={repeatChoices(repeats)}
            defaultValue={repeats}
          />
        </Pair>
        <Pair>
          <Field
            label="Starts at"
            name="time"
            type="time"
            hint="On the partner’s clock."
            defaultValue={draft.time}
            error={form.errorOf('time')}
          />
          <SelectField
            label="Length"
            name="minutes"
            hint="Shown in the calendar, too."
            options={lengths}
            defaultValue={draft.minutes}
          />
        </Pair>
        <Field
          label="Link to take part"
          name="link"
          type="url"
          optional
          hint="Mailed to those who register, and shown to nobody else."
          maxLength={webinarLimits.linkMaxLength}
          defaultValue={draft.link ?? ''}
          error={form.errorOf('link')}
          autoComplete="off"
        />
        <Pair>
          <Field
            label="Reminder mails"
            name="reminders"
            hint="Hours before the start: 24, 1."
            defaultValue={draft.reminderHours.join(', ')}
            error={form.errorOf('reminders')}
            autoComplete="off"
          />
          <Field
            label="Usual number of people"
            name="attendees"
            inputMode="numeric"
            hint="Stands on the events page."
            defaultValue={draft.attendees}
            error={form.errorOf('attendees')}
            autoComplete="off"
          />
        </Pair>
        {draft.isPublished ? (
          <input type="hidden" name="isPublished" value="on" />
        ) : (
          <CheckboxField name="isPublished" label="Publish it: students see it and can register" />
        )}
        <Button type="submit" className="self-start" loading={form.pending}>
          {press}
        </Button>
      </form>
      <WebinarPreview texts={texts} partner={partner} className="xl:sticky xl:top-20 xl:w-[26rem] xl:shrink-0" />
      <LeaveGuard isDirty={isTyped}>What you typed is not saved yet, and is lost when you go on.</LeaveGuard>
    </div>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] items-end gap-5">{children}</div>
);

const categories = Object.entries(categoryWords).map(([value, label]) => ({ value, label }));
const lengths = webinarMinutes.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }));

const textsOf = (data: FormData): PreviewedTexts => {
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { title: text('title'), description: text('description'), host: text('host') };
};
