import { useState } from 'react';
import type { PageCheck } from '../../contract/console/site-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { useSettings } from './use-settings.tsx';

/** Asks for the address of a page, and says whether the site's script is on it. */
export function PageCheckForm() {
  const { siteId } = useSettings();
  const [found, setFound] = useState<PageCheck>();
  const form = useForm({
    check: ({ url = '' }) => (url.trim() === '' ? [{ field: 'url', message: 'Write the address of a page' }] : []),
    async send({ url = '' }) {
      setFound(undefined);
      try {
        setFound((await send('POST /console/api/sites/:siteId/page-check', { url: url.trim() }, { siteId })).data);
      } catch (error) {
        form.fail([{ field: 'url', message: messageOf(error) }]);
      }
    },
  });
  return (
    <>
      <form {...form.props} className="flex flex-wrap items-end gap-3">
        <Field
          name="url"
          label="Address of a page"
          inputMode="url"
          placeholder="https://www.example.org/"
          className="min-w-0 flex-1 basis-[16rem]"
          error={form.errorOf('url')}
        />
        <Button type="submit" look="outline" loading={form.pending}>
          Check the page
        </Button>
      </form>
      <div role="status">{found && <Found siteId={siteId} {...found} />}</div>
    </>
  );
}

function Found({
  siteId,
  url,
  failed,
  isInstalled,
  because,
  isOriginAllowed,
  findings,
}: PageCheck & { siteId: string }) {
  if (failed !== null)
    return (
      <Notice tone="error" title="The page could not be read">
        <p>
          {url}: {failed}.
        </p>
      </Notice>
    );
  return (
    <div className="flex flex-col gap-3">
      {isInstalled ? (
        <Notice tone="success" title="The script is on this page">
          <p>{url}</p>
        </Notice>
      ) : (
        <Notice tone="warning" title="The script is not on this page">
          <p>
            {url}: {because}.
          </p>
        </Notice>
      )}
      {!isOriginAllowed && (
        <Notice tone="warning" title="This address is not one of the site’s">
          <p>
            The widget does not work there until <code>{new URL(url).origin}</code> is one of the site’s own:{' '}
            <TextLink to={`/sites/${siteId}/site/access`}>add it under “Pages and sign-in”</TextLink>.
          </p>
        </Notice>
      )}
      {findings.length > 0 && (
        <div>
          <h3 className="font-semibold">What the Inspector says</h3>
          <ul className="mt-2 flex flex-col gap-2">
            {findings.map(({ id, title, message, line, type, documentation }) => (
              <li key={`${id} ${line} ${message}`} className="border-l-4 border-warning pl-3">
                <p className="font-semibold">
                  {title}
                  {line !== null && <span className="font-normal text-muted"> line {line}</span>}
                  {type === 'error' && <span className="sr-only"> (error)</span>}
                </p>
                <p className="wrap-anywhere">{message}</p>
                <a
                  href={documentation}
                  rel="noopener"
                  target="_blank"
                  className="text-brand underline decoration-1 underline-offset-4"
                >
                  How to write it<span className="sr-only">: {title}, in a new tab</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
