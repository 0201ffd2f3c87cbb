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

  /** @returns what the change answers; undefined where it was refused, of which a message tells, or not proven */
  async function change<Result>(act: () => Promise<Result>, told: string): Promise<Result | undefined> {
    setPending(true);
    try {
      const result = await withProof(act);
      if (result === undefined) return undefined;
      toast({ kind: 'success', title: told });
      return result;
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
      return undefined;
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      setPending(false);
    }
  }
  return { change, isPending };
}
