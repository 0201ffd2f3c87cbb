import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownWebinar, WebinarDraft } from '../../contract/console/webinars-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { isRefusal } from '../session/message-of.ts';
import { ConflictNotice } from '../shell/conflict-notice.tsx';
import { draftOf } from './form-values.ts';
import { changedFields, differences, withTyped } from './webinar-changes.ts';
import { WebinarForm } from './webinar-form.tsx';
import { webinarQuery, webinarsKey } from './webinar-queries.ts';

/** The texts and times of a webinar. What is typed stays while the webinar is read again. */
export function EditWebinar({ webinar }: { webinar: ShownWebinar }) {
  // The webinar as the form was opened. One that a colleague has saved takes its place only where nothing was typed.
  const [base, setBase] = useState(webinar);
  const [isTyped, setTyped] = useState(false);
  if (!isTyped && webinar.version > base.version) setBase(webinar);
  return (
    <EditForm
      key={base.version}
      base={base}
      waiting={webinar.waiting}
      isTyped={isTyped}
      onTyped={() => setTyped(true)}
      onSaved={(saved) => {
        setTyped(false);
        setBase(saved);
      }}
    />
  );
}

interface EditFormProps {
  base: ShownWebinar;
  /** How many people are registered now. */
  waiting: number;
  isTyped: boolean;
  onTyped: () => void;
  onSaved: (webinar: ShownWebinar) => void;
}

/** Saving changes what was typed alone, from the version that was read. */
function EditForm({ base, waiting, isTyped, onTyped, onSaved }: EditFormProps) {
  const queryClient = useQueryClient();
  // Of a colleague's save: the next one is compared with it.
  const [saved, setSaved] = useState<ShownWebinar>();
  const { id } = base;
  const draft = draftOf(base);

  async function save(typed: WebinarDraft): Promise<void> {
    if (changedFields(draft, typed).length === 0) {
      toast({ kind: 'info', title: 'Nothing was changed' });
      return onSaved(base);
    }
    const now = saved ?? base;
    try {
      const body = { ...withTyped(draftOf(now), { base: draft, typed }), version: now.version };
      const { data } = await send('PUT /console/api/webinars/:webinarId', body, { webinarId: id });
      toast({ kind: 'success', title: 'The webinar is saved' });
      queryClient.setQueryData(webinarQuery(id).queryKey, data);
      onSaved(data);
      await queryClient.invalidateQueries({ queryKey: webinarsKey });
    } catch (error) {
      if (!isRefusal(error, 'changed-meanwhile')) throw error;
      setSaved(await queryClient.fetchQuery({ ...webinarQuery(id), staleTime: 0 }));
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
      {saved && <ConflictNotice thing="webinar" lines={differences(draftOf(base), draftOf(saved))} />}
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
