import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';

/** Runs a change of the own ways in: with a proof where it needs one, and with the page brought up to date. */
export function useOwnChange() {
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);

  /** @returns what the change answers; undefined where it was refused, which is told, or not proven */
  async function change<Result>(
    act: () => Promise<Result>,
    told: string,
    // A dialog that stays open covers toasts and hides them from screen readers: it passes its own way to show an error.
    tellFault = (message: string) => toast({ kind: 'error', title: message }),
  ): Promise<Result | undefined> {
    setPending(true);
    try {
      const result = await withProof(act);
      if (result === undefined) return undefined;
      toast({ kind: 'success', title: told });
      return result;
    } catch (error) {
      tellFault(messageOf(error));
      return undefined;
    } finally {
      // Pending until the page shows it. A dialog does not wait for that: it would cover the toast meanwhile.
      void queryClient.invalidateQueries({ queryKey: ['me'] }).finally(() => setPending(false));
    }
  }
  return { change, isPending };
}
