import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownWebinar } from '../../contract/console/webinars-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { isRefusal } from '../session/message-of.ts';
import { draftOf } from './form-values.ts';
import { WebinarForm } from './webinar-form.tsx';
import { webinarQuery, webinarsKey } from './webinar-queries.ts';

/** Changes a webinar from the version that was read. What a colleague saved meanwhile is told, and nothing typed is lost. */
export function EditWebinar({ webinar }: { webinar: ShownWebinar }) {
  const queryClient = useQueryClient();
  // As the form was opened: what is read again must not take what was typed away.
  const [base, setBase] = useState(webinar);
  const [version, setVersion] = useState(webinar.version);
  const [others, setOthers] = useState<ShownWebinar>();
  const { id, waiting } = webinar;

  async function save(draft: ReturnType<typeof draftOf>): Promise<void> {
    try {
      const body = { ...draft, version };
      const { data } = await send('PUT /console/api/webinars/:webinarId', body, { webinarId: id });
      toast({ kind: 'success', title: 'The webinar is saved' });
      setBase(data);
      setVersion(data.version);
      setOthers(undefined);
      queryClient.setQueryData(webinarQuery(id).queryKey, data);
      await queryClient.invalidateQueries({ queryKey: webinarsKey });
    } catch (error) {
      if (!isRefusal(error, 'changed-meanwhile')) throw error;
      const now = await queryClient.fetchQuery({ ...webinarQuery(id), staleTime: 0 });
      setVersion(now.version);
      setOthers(now);
    }
  }

  return (
    <WebinarForm
      key={base.version}
      draft={draftOf(base)}
      partner={webinar.partner}
      press="Save the webinar"
      save={save}
    >
      {others && (
        <Notice tone="warning" role="alert" title="Somebody else has saved this webinar meanwhile">
          <p>
            It is now “{others.title}”, hosted by {others.host}. What you typed is still here, and nothing of it is
            saved. Press Save again to put it in its place.
          </p>
        </Notice>
      )}
      {base.state === 'published' && waiting > 0 && (
        <Notice tone="info">
          <p>
            {waiting === 1 ? '1 person is' : `${waiting} people are`} registered. Another day, time, length, title or
            link is mailed to them with a new calendar entry; a change of anything else is not.
          </p>
        </Notice>
      )}
    </WebinarForm>
  );
}
