import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { send } from '../session/client.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { useCohortAct } from './cohort-queries.ts';
import { isUndated } from './cohort-words.tsx';

interface CohortActsProps {
  cohort: ShownCohort;
  /** Whether all its partners are in scope. */
  mayChange: boolean;
}

/** What staff do with a cohort, the next step of its life first. */
export function CohortActs({ cohort, mayChange }: CohortActsProps) {
  const { id, state, version } = cohort;
  const { run, isPending } = useCohortAct(id);
  const isOver = state === 'ended' || state === 'cancelled';
  const isDraft = state === 'draft';
  const path = `/cohorts/${encodeURIComponent(id)}`;
  return (
    <div className="flex flex-wrap gap-3">
      {mayChange && isDraft && (
        <Button
          loading={isPending}
          onClick={() =>
            void run(
              () => send('POST /console/api/cohorts/:cohortId/publication', { version }, { cohortId: id }),
              'Students see this cohort now',
            )
          }
        >
          Publish
        </Button>
      )}
      {mayChange && !isDraft && !isOver && cohort.confirmedAt === null && state !== 'running' && (
        <Button
          loading={isPending}
          onClick={() =>
            void run(
              () => send('POST /console/api/cohorts/:cohortId/confirmation', { version }, { cohortId: id }),
              'It is confirmed that this cohort runs. Nobody was mailed',
            )
          }
        >
          Confirm to run
        </Button>
      )}
      {mayChange && state === 'confirmed' && <WithdrawConfirmation cohort={cohort} />}
      {!isDraft && (
        <ButtonLink to={`${path}/mail`} look="outline">
          Mail students
        </ButtonLink>
      )}
      <ButtonLink to={`/cohorts/new?from=${encodeURIComponent(id)}`} look="outline">
        Duplicate
      </ButtonLink>
      {mayChange && !isDraft && !isOver && (
        <>
          {state !== 'running' && (
            <ButtonLink to={`${path}/move`} look="outline">
              {isUndated(cohort) ? 'Set the first day…' : 'Move to another day…'}
            </ButtonLink>
          )}
          <ButtonLink to={`${path}/cancel`} look="outline">
            Cancel…
          </ButtonLink>
        </>
      )}
      {mayChange && isDraft && !cohort.hasOrders && <DeleteDraft cohort={cohort} />}
    </div>
  );
}

function WithdrawConfirmation({ cohort: { id, version } }: { cohort: ShownCohort }) {
  const { refresh } = useCohortAct(id);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="outline" onClick={() => setAsking(true)}>
        Take the confirmation back…
      </Button>
      {isAsking && (
        <ActDialog
          title="Take back that this cohort runs?"
          press="Take it back"
          told="The cohort is not confirmed any more"
          needsReason
          act={(reason = '') =>
            send('POST /console/api/cohorts/:cohortId/confirmation/withdrawal', { version, reason }, { cohortId: id })
          }
          onDone={() => void refresh()}
          onClose={() => setAsking(false)}
        >
          <p>
            Students and seats stay as they are, and nobody is mailed. Home warns again where it has too few students.
          </p>
        </ActDialog>
      )}
    </>
  );
}

function DeleteDraft({ cohort: { id, name, version } }: { cohort: ShownCohort }) {
  const navigate = useNavigate();
  const { refresh } = useCohortAct(id);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="outline" onClick={() => setAsking(true)}>
        Delete the draft
      </Button>
      {isAsking && (
        <ActDialog
          title="Delete this draft?"
          press="Delete"
          told="The draft is deleted"
          needsReason
          act={(reason = '') =>
            send('POST /console/api/cohorts/:cohortId/removal', { version, reason }, { cohortId: id })
          }
          onDone={() => {
            void navigate('/cohorts');
            void refresh();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{name} has no students and no orders. It was never shown to students.</p>
        </ActDialog>
      )}
    </>
  );
}
