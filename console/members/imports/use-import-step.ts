import { useQueryClient } from '@tanstack/react-query';
import type { MemberImport } from '../../../contract/console/imports-schemas.ts';
import { toast } from '../../../ui/toast.ts';
import { messageOf } from '../../session/message-of.ts';
import { useWithProof } from '../../session/proof.tsx';
import { membersKey } from '../member-queries.ts';
import { importQuery, importsKey } from './import-queries.ts';

/** Takes an import a step on, with a proof where it needs one, and shows it as it is then. */
export function useImportStep({ siteId, id }: Pick<MemberImport, 'siteId' | 'id'>) {
  const queryClient = useQueryClient();
  const withProof = useWithProof();
  /** @param throws whether a refusal is told by the caller */
  return async (act: () => Promise<{ data: MemberImport }>, throws = false) => {
    try {
      const taken = await withProof(act);
      if (!taken) return;
      queryClient.setQueryData(importQuery(siteId, id).queryKey, taken.data);
      void queryClient.invalidateQueries({ queryKey: importsKey(siteId) });
      void queryClient.invalidateQueries({ queryKey: membersKey(siteId) });
    } catch (error) {
      // What was refused is not as it is shown any more.
      void queryClient.invalidateQueries({ queryKey: importsKey(siteId) });
      if (throws) throw error;
      toast({ kind: 'error', title: messageOf(error) });
    }
  };
}
