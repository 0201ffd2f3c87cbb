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

  /** @returns what the act answers; undefined where it was refused, which is told, or not proven */
  async function run<Result>(
    act: () => Promise<Result>,
    told?: string,
    // A dialog that stays open covers toasts and hides them from screen readers: it passes its own way to show an error.
    tellFault = (message: string) => toast({ kind: 'error', title: message }),
  ): Promise<Result | undefined> {
    setPending(true);
    try {
      const result = await withProof(act);
      if (result !== undefined && told !== undefined) toast({ kind: 'success', title: told });
      return result;
    } catch (error) {
      tellFault(messageOf(error));
      return undefined;
    } finally {
      // Not waited for: a dialog that closes once the act is done would cover the toast until then.
      void queryClient.invalidateQueries({ queryKey: ['sites', siteId] });
      setPending(false);
    }
  }
  return { run, isPending };
}
