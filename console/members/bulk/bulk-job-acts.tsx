import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { BulkJob } from '../../../contract/console/bulk-schemas.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { send } from '../../session/client.ts';
import { messageOf } from '../../session/message-of.ts';
import { ActDialog } from '../../shell/act-dialog.tsx';
import { bulkJobsKey } from './bulk-queries.ts';
import { membersInWords } from './bulk-words.ts';

/** Stops a job that is under way, or takes one back that has ended. */
export function BulkJobActs({ job }: { job: BulkJob }) {
  const { id: bulkJobId, siteId, endedAt, canUndo } = job;
  const [isAsked, setAsked] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: bulkJobsKey(siteId) });
  async function cancel() {
    try {
      await send('POST /console/api/sites/:siteId/bulk-jobs/:bulkJobId/cancel', undefined, { siteId, bulkJobId });
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    }
    await refresh();
  }
  async function undo(reason: string | undefined) {
    const begun = await send(
      'POST /console/api/sites/:siteId/bulk-jobs/:bulkJobId/undo',
      { key, reason },
      { siteId, bulkJobId },
    );
    void navigate(`/sites/${siteId}/bulk/${begun.data.id}`);
    return begun;
  }
  if (endedAt === null)
    return (
      <Button look="outline" onClick={() => void cancel()}>
        Stop
      </Button>
    );
  if (!canUndo) return null;
  return (
    <>
      <Button look="outline" onClick={() => setAsked(true)}>
        Undo
      </Button>
      {isAsked && (
        <ActDialog
          title="Take it back?"
          press="Undo"
          told="The undo has begun"
          act={undo}
          onDone={() => void refresh()}
          onClose={() => setAsked(false)}
        >
          <p>
            It is taken back from {membersInWords(job.done)}: from exactly those who were changed. Where somebody has
            changed it again since, it stays as it is, and the results say so.
          </p>
        </ActDialog>
      )}
    </>
  );
}
