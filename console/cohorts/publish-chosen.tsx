import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { publishedAtOnce } from '../../contract/console/cohorts-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import type { Chosen } from '../list/use-chosen-rows.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { cohortsKey, readIds } from './cohort-queries.ts';
import { publishedText } from './cohort-words.tsx';

/** Shows the drafts among the chosen cohorts to students. */
export function PublishChosen({ chosen, onDone }: { chosen: Chosen; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  async function publish() {
    setPending(true);
    try {
      const ids = 'ids' in chosen ? chosen.ids : await readIds(chosen.query);
      let published = 0;
      for (let at = 0; at < ids.length; at += publishedAtOnce) {
        const cohortIds = ids.slice(at, at + publishedAtOnce);
        published += (await send('POST /console/api/cohort-publications', { cohortIds })).data.published;
      }
      toast({ kind: published > 0 ? 'success' : 'info', title: publishedText(published) });
      onDone();
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    } finally {
      setPending(false);
      await queryClient.invalidateQueries({ queryKey: cohortsKey });
    }
  }
  return (
    <Button loading={isPending} onClick={() => void publish()}>
      Publish the drafts
    </Button>
  );
}
