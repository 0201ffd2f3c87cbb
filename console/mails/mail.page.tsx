import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { addressOf } from '../../client/console.ts';
import type { ShownMail } from '../../contract/console/mails.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useSites } from '../session/sites.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { Facts } from '../shell/facts.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { SubjectLink } from '../shell/subject-link.tsx';
import { momentOf } from '../shell/times.ts';
import { MailView } from './mail-view.tsx';
import { aboutState, kindWords, MailState } from './mail-words.tsx';

const within = { label: 'Mails', to: '/mails' };

/** One mail: to whom, why, what became of it, as it looked. */
export function Component() {
  const { mailId = '' } = useParams();
  const { data: mail, error } = useQuery({
    queryKey: ['mails', mailId],
    queryFn: async () => (await send('GET /console/api/mails/:mailId', undefined, { mailId })).data,
  });
  if (isRefusal(error, 'not-found')) return <NotFound what="This mail does not exist, or is not kept any more." />;
  if (mail) return <MailPage mail={mail} />;
  return (
    <Page title="Mail" within={within}>
      {error ? (
        <Notice tone="error" role="alert" title="The mail could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Page>
  );
}

function MailPage({ mail }: { mail: ShownMail }) {
  const sites = useSites();
  const mayChange = useMay('change-members');
  const { siteId, memberId, text } = mail;
  return (
    <Page
      title={mail.subject}
      within={within}
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MailState state={mail.state} /> {aboutState(mail)}
        </span>
      }
      action={mayChange && mail.again !== null && <SendAgain mail={mail} />}
    >
      <div className="flex flex-col gap-6 xl:flex-row-reverse xl:items-start">
        <Facts
          className="xl:w-[20rem] xl:shrink-0 xl:grid-cols-1"
          facts={{
            To: mail.to,
            Why: kindWords(mail.kind),
            'Asked for': momentOf(mail.at),
            Sent: mail.sentAt && momentOf(mail.sentAt),
            From: mail.senderName,
            'Answers go to': mail.replyTo,
            Member: memberId && <SubjectLink subject={memberId} siteId={siteId} />,
            Site: siteId && (sites.find(({ id }) => id === siteId)?.name ?? siteId),
            Partner: mail.partner?.toUpperCase(),
            'The mail server said': mail.fault,
          }}
        />
        <div className="min-w-0 flex-1">
          {text === null ? (
            <Notice tone="neutral" title="What it said is not shown">
              <p>
                It carries a code or a link, which opens the account of its receiver. It is kept sealed until it is
                sent, and not at all afterwards.
              </p>
            </Notice>
          ) : (
            <MailView
              bodyAddress={addressOf('GET /console/api/mails/:mailId/body', { mailId: mail.id })}
              text={text}
              attachments={mail.attachments}
            />
          )}
        </div>
      </div>
    </Page>
  );
}

function SendAgain({ mail }: { mail: ShownMail }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isCopy = mail.again === 'copy';
  return (
    <>
      <Button look="outline" onClick={() => setAsking(true)}>
        {isCopy ? 'Send again' : 'Try now'}
      </Button>
      {isAsking && (
        <ActDialog
          title={isCopy ? 'Send a copy?' : 'Try again now?'}
          press={isCopy ? 'Send the copy' : 'Try now'}
          told={isCopy ? `A copy goes to ${mail.to}` : 'It is tried now'}
          act={async (reason) => {
            const { data } = await send('POST /console/api/mails/:mailId/again', { reason }, { mailId: mail.id });
            void navigate(`/mails/${data.id}`);
            return data;
          }}
          onDone={() => void queryClient.invalidateQueries({ queryKey: ['mails'] })}
          onClose={() => setAsking(false)}
        >
          <p>
            {isCopy
              ? `One mail to ${mail.to}, with the same words and attachments. Nothing else happens.`
              : `The mail to ${mail.to} is handed to the mail server at once, and has its ten attempts again.`}
          </p>
        </ActDialog>
      )}
    </>
  );
}
