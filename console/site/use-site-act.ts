import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';

/** Runs an act on a site, with a proof where it needs one, and brings what is shown of the site up to date. */
export function useSiteAct(siteId: string) {
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);

  /** @returns what the act answers; undefined where it was refused, of which a message tells, or not proven */
  async function run<Result>(act: () => Promise<Result>, told?: string): Promise<Result | undefined> {
    setPending(true);
    try {
      const result = await withProof(act);
      if (result !== undefined && told !== undefined) toast({ kind: 'success', title: told });
      return result;
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
      return undefined;
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['sites', siteId] });
      setPending(false);
    }
  }
  return { run, isPending };
}
