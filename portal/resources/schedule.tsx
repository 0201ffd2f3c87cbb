import { useState } from 'react';
import type { StudentMember } from '../../contract/student-fields.ts';
import { resourceMessages } from '../messages/resources.ts';
import { usePartner } from '../partner/partner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { cityOf, formatDay } from '../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { labelOf } from './consultation-times.ts';
import { LogInFirst } from './log-in-first.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import type { AskedConsultation } from './schedule-form.tsx';

/** The dialog in which a talk is asked for, and what came of it. */
export function useSchedule() {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<AskedConsultation>();
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    asked,
    take(request: AskedConsultation) {
      setOpen(false);
      setAsked(request);
    },
  };
}
type Schedule = ReturnType<typeof useSchedule>;

/** @param member null for a visitor, who has to log in first: the call goes to the member's number */
export function ScheduleDialog({ schedule, member }: { schedule: Schedule; member: StudentMember | null }) {
  return (
    <Dialog open={schedule.isOpen} title="Schedule Consultation" onClose={schedule.close}>
      {member ? <ScheduleForm member={member} onSent={schedule.take} /> : <LogInFirst />}
    </Dialog>
  );
}

/** Stays on the page when the passing message has gone. */
export function AskedNotice({ asked }: { asked: AskedConsultation | undefined }) {
  const partner = usePartner();
  return (
    <div role="status">
      {asked && (
        <Notice tone="success" title={resourceMessages.weHaveYourRequest}>
          <p>
            {resourceMessages.askedFor(
              `${formatDay(partner, asked.date)}, ${labelOf(asked.slot).toLowerCase()} (${cityOf(partner.timeZone)} time)`,
            )}
          </p>
          <p className="text-sm text-muted tabular-nums">{resourceMessages.reference(asked.reference)}</p>
        </Notice>
      )}
    </div>
  );
}
