import { useState } from 'react';
import type { ShownMember, ShownSite } from '../../contract/console/members-schemas.ts';
import { viewMinutes } from '../../contract/view-link.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMe } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { ReasonField } from '../shell/reason-field.tsx';
import { momentOf } from '../shell/times.ts';
import type { MemberPlace } from './member-queries.ts';
import { pagesOf } from './see-as-pages.ts';
import { useMemberChange } from './use-member-change.ts';

interface SeeAsDialogProps {
  place: MemberPlace;
  member: ShownMember;
  site: ShownSite;
  onClose: () => void;
}

interface BegunView {
  url: string;
  endsAt: string;
  isTold: boolean;
}

/** Asks why and where, then gives the address under which the page shows what the member sees. */
export function SeeAsDialog({ place, member, site, onClose }: SeeAsDialogProps) {
  const [view, setView] = useState<BegunView>();
  const name = member.name || member.auth.email;
  return (
    <Dialog open title={`See as ${name}`} onClose={onClose}>
      {view ? <ReadyView view={view} onClose={onClose} /> : <SeeAsForm {...{ place, site, onBegun: setView }} />}
    </Dialog>
  );
}

function SeeAsForm({
  place,
  site,
  onBegun,
}: Pick<SeeAsDialogProps, 'place' | 'site'> & { onBegun: (view: BegunView) => void }) {
  const { scope } = useMe();
  const { refresh } = useMemberChange(place);
  const pages = pagesOf(site, scope, location.origin);
  const form = useForm({
    check: ({ page = '', path = '', reason = '' }) => [
      ...(page || pages.length === 0 ? [] : [{ field: 'page', message: 'Choose where' }]),
      ...(pages.length === 0 && !path.trim() ? [{ field: 'path', message: 'Enter the address of a page' }] : []),
      ...(reason.trim() ? [] : [{ field: 'reason', message: 'Enter a reason' }]),
    ],
    async send({ page = '', path = '', reason = '' }) {
      const address = page + (page ? path.trim().replace(/^\/+/, '') : path.trim());
      try {
        const body = { reason: reason.trim(), page: address };
        onBegun((await send('POST /console/api/sites/:siteId/members/:memberId/views', body, { ...place })).data);
        await refresh();
      } catch (error) {
        form.fail([{ field: isRefusal(error, 'url-not-allowed') ? 'path' : undefined, message: messageOf(error) }]);
      }
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <ErrorSummary form={form} />
      <p>
        You see what the member sees and can change nothing. It ends after {viewMinutes} minutes. Beginning, end and
        your reason stand in the audit log.
      </p>
      {pages.length > 0 && (
        <SelectField
          label="Where"
          name="page"
          options={pages}
          defaultValue={pages[0]!.value}
          error={form.errorOf('page')}
        />
      )}
      <Field
        label={pages.length > 0 ? 'Page' : 'Address of the page'}
        name="path"
        {...(pages.length > 0 && { optional: true })}
        hint={
          pages.length > 0
            ? 'Its path, courses/data. Left empty, the first page.'
            : 'One of the site, with the widget on it.'
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        error={form.errorOf('path')}
      />
      <ReasonField form={form} />
      <Button type="submit" loading={form.pending}>
        Begin the view
      </Button>
    </form>
  );
}

function ReadyView({ view: { url, endsAt, isTold }, onClose }: { view: BegunView; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <p role="status">
        The view is ready, until {momentOf(endsAt)}. The link works once, within five minutes.
        {isTold && ' The member gets a mail about it.'}
      </p>
      {/* Without an opener: the tab of the console and that of the view know nothing of each other. */}
      <a href={url} target="_blank" rel="noopener noreferrer" onClick={onClose} className={buttonClass('primary')}>
        Open it in a new tab
      </a>
    </div>
  );
}
