import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyBulkAct } from '../../../contract/console/bulk-schemas.ts';
import type { Chosen } from '../../list/use-chosen-rows.ts';
import { send } from '../../session/client.ts';
import { useWithProof } from '../../session/proof.tsx';
import { createSendKeys } from '../../session/send-keys.ts';
import { bulkJobsKey, sentTarget } from './bulk-queries.ts';

interface Confirmed {
  reason: string | undefined;
  /** How many the person expects, for a deletion. */
  members: number;
}

/** Begins an act on many members, and leads to where one sees how far it is. Undefined where no proof was given. */
export function useBulkStart(siteId: string, chosen: Chosen) {
  const withProof = useWithProof();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [keyFor] = useState(createSendKeys);
  return async (act: AnyBulkAct, { reason, members }: Confirmed) => {
    const target = sentTarget(chosen);
    const key = keyFor({ act, target, reason });
    const begun = await withProof(() =>
      act.kind === 'delete'
        ? send(
            'POST /console/api/sites/:siteId/bulk-deletions',
            { key, target, reason: reason ?? '', members },
            { siteId },
          )
        : send('POST /console/api/sites/:siteId/bulk-jobs', { key, act, target, reason }, { siteId }),
    );
    if (!begun) return undefined;
    void queryClient.invalidateQueries({ queryKey: bulkJobsKey(siteId) });
    void queryClient.invalidateQueries({ queryKey: ['own-bulk-jobs'] });
    void navigate(`/sites/${siteId}/bulk/${begun.data.id}`);
    return begun.data;
  };
}
