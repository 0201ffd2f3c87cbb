import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { toast } from '../../ui/toast.ts';
import { messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { memberQuery, membersKey, type MemberPlace } from './member-queries.ts';

/** Acts on a member: with a proof where one is needed, a message at the end, and what is shown brought up to date. */
export function useMemberChange(place: MemberPlace) {
  const queryClient = useQueryClient();
  const withProof = useWithProof();
  const [isPending, setPending] = useState(false);

  const refresh = () => queryClient.invalidateQueries({ queryKey: membersKey(place.siteId) });

  /** @returns whether it was done; a refusal has been told */
  async function run<Answer>(act: () => Promise<Answer>, told: string): Promise<boolean> {
    setPending(true);
    try {
      const answer = await withProof(act);
      if (answer === undefined) return false;
      keep(answer);
      toast({ kind: 'success', title: told });
      return true;
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
      return false;
    } finally {
      setPending(false);
      void refresh();
    }
  }

  /** Calls that change a member answer it as it is now. */
  function keep(answer: unknown): void {
    const { data } = answer as { data: Partial<ShownMember> };
    if (data.id === place.memberId && data.version !== undefined)
      queryClient.setQueryData(memberQuery(place).queryKey, data as ShownMember);
  }

  return { run, isPending, refresh, keep };
}
