import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { webinarLimits, type WebinarOccasion } from '../../contract/console/webinars-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { dayOf } from '../shell/times.ts';
import { webinarsKey } from './webinar-queries.ts';

interface RecordingDialogProps {
  webinarId: string;
  occasion: WebinarOccasion;
  onClose: () => void;
}

/** Takes the link to a recording, and mails it to those who were registered where wished. */
export function RecordingDialog({ webinarId, occasion, onClose }: RecordingDialogProps) {
  const queryClient = useQueryClient();
  const { day, registered, recording } = occasion;
  // A link that somebody else has kept since.
  const [others, setOthers] = useState<string>();
  const form = useForm({
    check: ({ link = '' }) =>
      /^https:\/\/\S+$/.test(link.trim())
        ? []
        : [{ field: 'link', message: 'Enter an address that begins with https://' }],
    async send({ link = '', mail }) {
      const body = { day, link: link.trim(), readLink: others ?? recording?.link ?? null, mail: mail === 'on' };
      try {
        await send('PUT /console/api/webinars/:webinarId/recording', body, { webinarId });
        toast({ kind: 'success', title: body.mail ? 'The recording is on its way' : 'The recording is kept' });
        await queryClient.invalidateQueries({ queryKey: webinarsKey });
        onClose();
      } catch (error) {
        if (!isRefusal(error, 'changed-meanwhile')) return form.fail([{ field: undefined, message: messageOf(error) }]);
        const { changed = [] } = error as { changed?: { value: string }[] };
        setOthers(changed[0]?.value);
        await queryClient.invalidateQueries({ queryKey: webinarsKey });
      }
    },
  });
  return (
    <Dialog open title={`Recording of ${dayOf(day)}`} onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        {others !== undefined && (
          <Notice tone="warning" role="alert" title="Somebody else has kept a recording meanwhile">
            <p>
              It is at <TextLink to={others}>{others}</TextLink>.
            </p>
            <p>
              Yours is not kept. Press again to put it in its place. Those who were registered are mailed it if the box
              below is ticked.
            </p>
          </Notice>
        )}
        <Field
          label="Link to the recording"
          name="link"
          type="url"
          maxLength={webinarLimits.linkMaxLength}
          defaultValue={recording?.link ?? ''}
          error={form.errorOf('link')}
          autoComplete="off"
        />
        <CheckboxField
          name="mail"
          defaultChecked
          label={`Mail it to the ${registered === 1 ? '1 person who was' : `${registered} people who were`} registered, once it has begun on their clock, but for those who switched notices off. Nobody gets it twice unless the link changes.`}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            Keep the recording
          </Button>
          <Button look="outline" onClick={onClose}>
            Leave it as it is
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
