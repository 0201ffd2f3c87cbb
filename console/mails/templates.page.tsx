import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { partnerCodes } from '../../shared/partners.ts';
import { addressOf } from '../../client/console.ts';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { send } from '../session/client.ts';
import { useMay, useMe } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { MailView } from './mail-view.tsx';
import { kindWords } from './mail-words.tsx';

/** Every mail under a partner's name, with made-up content. Partner and mail stand in the address. */
export function Component() {
  const { partners } = useMe().scope;
  const codes = partnerCodes.filter((code) => partners === 'all' || partners.includes(code));
  const maySee = useMay('see-orders');
  return maySee && codes.length > 0 ? <TemplatesPage codes={codes} /> : <NotFound />;
}

function TemplatesPage({ codes }: { codes: readonly (typeof partnerCodes)[number][] }) {
  const [params, setParams] = useSearchParams();
  const partner = codes.find((code) => code === params.get('partner')) ?? codes[0]!;
  const { data: mails, error } = useQuery({
    queryKey: ['mail-templates', partner],
    queryFn: async () => (await send('GET /console/api/partners/:partner/mail-templates', undefined, { partner })).data,
    staleTime: 5 * 60_000,
  });
  const mail = mails?.find(({ kind }) => kind === params.get('kind')) ?? mails?.[0];
  const choose = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Page
      title="Mail templates"
      within={{ label: 'Mails', to: '/mails' }}
      about="Every mail of the portal, with made-up content. Nothing here is sent."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Partner"
          name="partner"
          value={partner}
          onChange={({ target }) => choose('partner', target.value)}
          options={codes.map((code) => ({ value: code, label: code.toUpperCase() }))}
        />
        <SelectField
          label="Mail"
          name="kind"
          value={mail?.kind ?? ''}
          onChange={({ target }) => choose('kind', target.value)}
          options={(mails ?? []).map(({ kind }) => ({ value: kind, label: kindWords(kind) }))}
        />
      </div>
      <div className="mt-6">
        {error && (
          <Notice tone="error" role="alert" title="The mails could not be read">
            <p>{messageOf(error)}</p>
          </Notice>
        )}
        {!mail && !error && <Skeleton className="h-40" />}
        {mail && (
          <section aria-labelledby="subject">
            <h2 id="subject" className="wrap-anywhere">
              {mail.subject}
            </h2>
            <p className="mb-3 text-muted">From {mail.senderName}</p>
            <MailView
              key={mail.kind}
              bodyAddress={addressOf('GET /console/api/partners/:partner/mail-templates/:kind/body', {
                partner,
                kind: mail.kind,
              })}
              text={mail.text}
              attachments={mail.attachments}
            />
          </section>
        )}
      </div>
    </Page>
  );
}
