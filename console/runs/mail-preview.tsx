import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CohortMail } from '../../contract/console/runs-schemas.ts';
import { addressOf } from '../../client/console.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { cohortMailsQuery } from './run-queries.ts';
import { counted } from './run-words.ts';

interface MailPreviewProps {
  cohortId: string;
  mail: CohortMail;
  onBack: () => void;
  onSent: () => void;
}

/** The mail exactly as it will look, and the press that sends it. A second press sends nothing more. */
export function MailPreview({ cohortId, mail, onBack, onSent }: MailPreviewProps) {
  const queryClient = useQueryClient();
  const [partner, setPartner] = useState(mail.partners[0]!);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = { cohortId, cohortMailId: mail.id };
  const sendIt = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      const { data } = await send('POST /console/api/cohorts/:cohortId/mails/:cohortMailId/send', undefined, place);
      toast({ kind: 'success', title: `The mail leaves to ${counted(data.recipients.length, 'student')}` });
      await queryClient.invalidateQueries(cohortMailsQuery(cohortId));
      onSent();
    } catch (error) {
      setProblem(messageOf(error));
      setPending(false);
    }
  };
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-4">
      <h2 id="preview" className="wrap-anywhere">
        {mail.subject}
      </h2>
      {problem && (
        <Notice tone="error" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      {mail.partners.length > 1 && (
        <SelectField
          label="As students of this partner get it"
          name="partner"
          value={partner}
          onChange={({ target }) => setPartner(target.value)}
          options={mail.partners.map((code) => ({ value: code, label: code.toUpperCase() }))}
          className="max-w-[20rem]"
        />
      )}
      <iframe
        title="The mail as it looks"
        src={addressOf('GET /console/api/cohorts/:cohortId/mails/:cohortMailId/body', { ...place, partner })}
        sandbox=""
        className="h-[30rem] w-full resize-y rounded-xl border border-line bg-surface"
      />
      <div className="flex flex-wrap gap-3">
        <Button loading={isPending} onClick={() => void sendIt()}>
          Send to {counted(mail.recipients.length, 'student')}
        </Button>
        <Button look="outline" onClick={onBack}>
          Change it
        </Button>
      </div>
    </section>
  );
}
