import type { ReactNode } from 'react';
import type { Cohort } from '../../contract/cohorts.ts';
import type { Partner } from '../../shared/partners.ts';
import { courses } from '../../shared/courses.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { usePartner } from '../partner/partner.tsx';
import { daysWithoutClass, ownHours, ownStart, readerZone } from '../session/cohort-times.ts';
import { profileOf } from '../session/standing.ts';
import { formatDates, formatSchedule, unbroken } from '../ui/format.ts';
import type { EnrolStep } from './selection.ts';

interface OrderCheckProps {
  member: StudentMember;
  cohort: Cohort;
  onChange: (step: EnrolStep) => void;
}

/** Everything that is about to be bought, in one place, each with the way to change it. */
export function OrderCheck({ member, cohort, onChange }: OrderCheckProps) {
  const partner = usePartner();
  const { firstName, lastName, email } = profileOf(member);
  return (
    <section aria-labelledby="check-order">
      <h2 id="check-order" className="text-h3">
        Check your order
      </h2>
      <dl className="mt-2">
        <Row name="Course" onChange={() => onChange('course')}>
          {courses[cohort.course].name}
        </Row>
        <Row name="Cohort" onChange={() => onChange('cohort')}>
          {cohort.name}
          <span className="block text-sm font-normal text-balance text-muted tabular-nums">
            {formatDates(partner, cohort)}
          </span>
          {whenOf(partner, cohort).map((line) => (
            <span key={line} className="block text-sm font-normal text-muted tabular-nums">
              {line}
            </span>
          ))}
        </Row>
        <Row name="Student">
          {`${firstName} ${lastName}`.trim() || email}
          <span className="block text-sm font-normal text-muted">
            The receipt goes to <span className="email">{email}</span>
          </span>
        </Row>
      </dl>
    </section>
  );
}

/** Class hours where they are meant and where they are read. */
function whenOf(partner: Partner, cohort: Cohort): string[] {
  const { schedule, timeZone } = cohort;
  const daysOff = daysWithoutClass(partner, cohort);
  const yourStart = ownStart(partner, cohort, readerZone);
  return [
    ...(yourStart ? [`Begins ${yourStart}`] : []),
    ...(schedule ? [unbroken(formatSchedule(schedule, timeZone))] : []),
    ...ownHours(partner, cohort, readerZone),
    ...(daysOff ? [daysOff] : []),
  ];
}

function Row({ name, onChange, children }: { name: string; onChange?: () => void; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-line py-3 @md:grid-cols-[5rem_minmax(0,1fr)_auto]">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere @max-md:col-span-2 @max-md:row-start-2">{children}</dd>
      {onChange && (
        <dd>
          <button
            type="button"
            onClick={onChange}
            className="min-h-6 cursor-pointer font-semibold text-brand underline underline-offset-4"
          >
            Change<span className="sr-only">{` ${name.toLowerCase()}`}</span>
          </button>
        </dd>
      )}
    </div>
  );
}
