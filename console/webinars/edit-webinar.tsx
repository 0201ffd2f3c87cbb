import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownWebinar, WebinarDraft } from '../../contract/console/webinars-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { isRefusal } from '../session/message-of.ts';
import { ConflictNotice } from '../shell/conflict-notice.tsx';
import { useEdited, type Edited } from '../shell/use-edited.ts';
import { draftOf } from './form-values.ts';
import { changedFields, differences, withTyped } from './webinar-changes.ts';
import { WebinarForm } from './webinar-form.tsx';
import { webinarQuery, webinarsKey } from './webinar-queries.ts';

/** The texts and times of a webinar. What is typed stays while the webinar is read again. */
export function EditWebinar({ webinar }: { webinar: ShownWebinar }) {
  const edited = useEdited(webinar);
  return <EditForm key={edited.drawn} edited={edited} waiting={webinar.waiting} />;
}

interface EditFormProps {
  edited: Edited<ShownWebinar>;
  /** How many people are registered now. */
  waiting: number;
}

/** Saving changes what was typed alone, from the version that was read. */
function EditForm({ edited: { base, isTyped, onTyped, begin, forget }, waiting }: EditFormProps) {
  const queryClient = useQueryClient();
  // As it is stored, as far as is known here: a save replaces the whole of it.
  const [now, setNow] = useState(base);
  const [isConflict, setConflict] = useState(false);
  const { id } = base;
  const draft = draftOf(base);

  async function save(typed: WebinarDraft): Promise<void> {
    const settle = begin();
    if (changedFields(draft, typed).length === 0) {
      toast({ kind: 'info', title: 'Nothing was changed' });
      return forget();
    }
    try {
      const body = { ...withTyped(draftOf(now), { base: draft, typed }), version: now.version };
      const { data } = await send('PUT /console/api/webinars/:webinarId', body, { webinarId: id });
      toast({ kind: 'success', title: 'The webinar is saved' });
      queryClient.setQueryData(webinarQuery(id).queryKey, data);
      setNow(data);
      setConflict(false);
      const { isPublished: _state, ...sent } = typed;
      settle(data, { ...sent, state: data.state });
      await queryClient.invalidateQueries({ queryKey: webinarsKey });
    } catch (error) {
      if (!isRefusal(error, 'changed-meanwhile')) throw error;
      setNow(await queryClient.fetchQuery({ ...webinarQuery(id), staleTime: 0 }));
      setConflict(true);
    }
  }

  return (
    <WebinarForm
      draft={draft}
      partner={base.partner}
      press="Save the webinar"
      isTyped={isTyped}
      onTyped={onTyped}
      save={save}
    >
      {isConflict && <ConflictNotice thing="webinar" lines={differences(draft, draftOf(now))} />}
      {base.state === 'published' && waiting > 0 && (
        <Notice tone="info">
          <p>
            {waiting === 1 ? '1 person is' : `${waiting} people are`} registered. Another day, time, length, title or
            link is mailed to them with a new calendar entry, but for those who switched notices off; a change of
            anything else is not.
          </p>
        </Notice>
      )}
    </WebinarForm>
  );
}
