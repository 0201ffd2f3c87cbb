import { useState } from 'react';
import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { RequestError } from '../../client/request.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { ConflictNotice } from '../shell/conflict-notice.tsx';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { ReasonField } from '../shell/reason-field.tsx';
import { useEdited, type Edited } from '../shell/use-edited.ts';
import { checkCohort, CohortFields, readCohort } from './cohort-form.tsx';
import { useCohortAct } from './cohort-queries.ts';
import { changedValues, differences } from './cohort-changes.ts';

/** The values of a cohort. What is typed stays while the cohort is read again. */
export function ChangeTab({ cohort }: { cohort: ShownCohort }) {
  const edited = useEdited(cohort);
  return (
    <>
      <ChangeForm key={edited.drawn} edited={edited} />
      <LeaveGuard isDirty={edited.isTyped}>
        What you changed of this cohort is not saved yet, and is lost when you go on.
      </LeaveGuard>
    </>
  );
}

/** Saving sends what was changed alone, from the version that was read. */
function ChangeForm({ edited: { base, onTyped, begin, forget } }: { edited: Edited<ShownCohort> }) {
  const { codes } = useCurrentPartner();
  const { keep, refresh } = useCohortAct(base.id);
  // Of a colleague's save: the next one is compared with it.
  const [theirs, setTheirs] = useState<ShownCohort>();
  const address = { cohortId: base.id };
  const fail = (error: unknown) => form.fail([{ field: fieldOf(error), message: messageOf(error) }]);
  const readTheirs = async () => setTheirs((await send('GET /console/api/cohorts/:cohortId', undefined, address)).data);
  const form = useForm({
    check: (values) => [...checkCohort(values, codes), ...checkFirstDay(base, values)],
    async send(values) {
      const settle = begin();
      const changes = changedValues(base, readCohort(values, codes));
      if (Object.keys(changes).length === 0) {
        toast({ kind: 'info', title: 'Nothing was changed' });
        return forget();
      }
      const reason = values['reason']?.trim();
      const body = { version: (theirs ?? base).version, ...changes, ...(reason && { reason }) };
      try {
        const { data } = await send('PATCH /console/api/cohorts/:cohortId', body, address);
        keep(data);
        toast({ kind: 'success', title: 'The cohort is changed' });
        setTheirs(undefined);
        settle(data, changes);
        await refresh();
      } catch (error) {
        if (isRefusal(error, 'changed-meanwhile')) await readTheirs().catch(fail);
        else fail(error);
      }
    },
  });
  const isTaken = base.sold + base.held > 0;
  return (
    <form {...form.props} onChange={onTyped} className="flex max-w-[40rem] flex-col gap-5">
      <ErrorSummary form={form} />
      {theirs && <ConflictNotice thing="cohort" lines={differences(base, theirs)} />}
      <CohortFields
        form={form}
        cohort={base}
        startKept={isTaken ? 'Seats are sold or held, so the first day stays.' : undefined}
        zoneKept={isTaken ? base.timeZone : undefined}
      />
      <ReasonField form={form} optional hint="It stands in the audit log beside the change." />
      <Button type="submit" look="outline" className="self-start" loading={form.pending}>
        Save the changes
      </Button>
    </form>
  );
}

const checkFirstDay = (base: ShownCohort, { startDate }: FormValues): Problem[] =>
  base.startDate !== null && !startDate
    ? [{ field: 'startDate', message: 'Enter the first day: it can be moved, and not be taken away' }]
    : [];

function fieldOf(error: unknown): string | undefined {
  if (isRefusal(error, 'seats-taken')) return 'capacity';
  if (isRefusal(error, 'cohort-start-kept')) return 'startDate';
  return error instanceof RequestError ? error.field : undefined;
}
