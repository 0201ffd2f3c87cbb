import { useState } from 'react';
import { consultationTopics, type ConsultationTopic } from '../../shared/request-choices.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { resourceMessages } from '../messages/resources.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { profileOf } from '../session/standing.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { cityOf } from '../ui/format.ts';
import { RadioCards } from '../ui/radio-cards.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { readerZone } from '../session/cohort-times.ts';
import { toast } from '../../ui/toast.ts';
import { checkWish, firstDay, isSlot, labelOf, ownHours, slotNames } from './consultation-times.ts';
import { useEnquiry } from './use-enquiry.ts';
import { requests } from './request-client.ts';

/** What was asked for, and how it is called. */
export interface AskedConsultation {
  date: string;
  slot: (typeof slotNames)[number];
  reference: string;
}

const topics = Object.entries(consultationTopics).map(([value, label]) => ({ value, label }));

/** The wish for a talk: a day, a time of the day, what it is about. */
export function ScheduleForm({
  member,
  onSent,
}: {
  member: StudentMember;
  onSent: (asked: AskedConsultation) => void;
}) {
  const partner = usePartner();
  const { timeZone } = partner;
  const [first] = useState(() => firstDay(timeZone, readerZone, new Date()));
  const { form, typed } = useEnquiry<'date' | 'topic' | 'slot'>({
    name: 'consultation',
    member,
    check: (values) => checkWish(values, timeZone, readerZone, new Date()),
    send: (values) => requests.requestConsultation({ partner: partner.code, ...wishOf(values) }),
    onSent(reference, values) {
      toast(resourceMessages.consultationAsked);
      onSent({ ...wishOf(values), reference });
    },
  });
  const slots = slotNames.map((slot) => ({
    value: slot,
    label: labelOf(slot),
    hint: ownHours(slot, typed.date || first, partner, readerZone),
  }));

  return (
    <form {...form.props} className="space-y-6">
      <ErrorSummary form={form} />
      <Field label="Date" name="date" type="date" min={first} defaultValue={typed.date} error={form.errorOf('date')} />
      <SelectField label="Topic" name="topic" options={topics} defaultValue={typed.topic ?? 'general'} />
      <RadioCards
        legend="Time"
        hint={`${cityOf(timeZone)} time`}
        name="slot"
        options={slots}
        defaultValue={isSlot(typed.slot) ? typed.slot : 'morning'}
        error={form.errorOf('slot')}
      />
      <HowWeCall member={member} />
      <Button type="submit" loading={form.pending} className="w-full">
        Submit Request
      </Button>
    </form>
  );
}

function wishOf({ date = '', topic, slot }: Record<string, string | undefined>) {
  return { date, topic: topic as ConsultationTopic, slot: isSlot(slot) ? slot : slotNames[0]! };
}

/** Whom the consultant will reach, and where: better corrected now than missed. */
function HowWeCall({ member }: { member: StudentMember }) {
  const profile = pathOf(usePartner(), 'profile');
  const { phone, email } = profileOf(member);
  return (
    <p className="text-sm text-muted">
      {phone ? `We call ${phone} or write to ` : 'We have no phone number of yours and write to '}
      <span className="email">{email}.</span>{' '}
      <TextLink to={profile}>{phone ? 'Change the number' : 'Add a number'}</TextLink>
    </p>
  );
}
