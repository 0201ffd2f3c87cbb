import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyLabelMaxLength, keyMaxDays, type ListedKey } from '../../contract/console/site-schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { dateOf, timeAgo } from '../shell/times.ts';
import { isCount, readNumber } from '../shell/typed-numbers.ts';
import { CopyText } from './copy-text.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { Section } from './section.tsx';
import { keysQuery } from './site-query.ts';
import { useSettings } from './use-settings.tsx';
import { useSiteAct } from './use-site-act.ts';

/** What the site's own server comes in with: to create, to revoke. */
export function KeysPart() {
  const { siteId } = useSettings();
  const keys = useQuery(keysQuery(siteId));
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<ListedKey>();
  const { run } = useSiteAct(siteId);
  const working = keys.data?.filter((key) => endOf(key) === undefined) ?? [];
  const ended = keys.data?.filter((key) => endOf(key) !== undefined) ?? [];
  return (
    <Section
      title="Secret keys"
      about="With one, the site’s own server reads and changes members and settings. Keep it where no browser can read it."
      action={<Button onClick={() => setCreating(true)}>Create a key</Button>}
    >
      {keys.isPending && <Skeleton className="h-24" />}
      {keys.isError && (
        <Notice tone="error" role="alert">
          {messageOf(keys.error)}
        </Notice>
      )}
      {keys.data && working.length === 0 && <p className="text-muted">No key opens this site.</p>}
      <KeyList keys={working} onRevoke={setLeaving} />
      {ended.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold text-brand">Ended keys ({ended.length})</summary>
          <div className="mt-2">
            <KeyList keys={ended} />
          </div>
        </details>
      )}
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
      {leaving && (
        <ReasonDialog
          title={`Revoke “${leaving.label}”?`}
          consequence="The server that uses it is refused from its next call on. A key that was revoked never comes back."
          act="Revoke the key"
          onClose={() => setLeaving(undefined)}
          onGo={async (reason, tellFault) => {
            const address = { siteId, keyId: leaving.id };
            const done = await run(
              () => send('POST /console/api/sites/:siteId/keys/:keyId/revocation', { reason }, address),
              'The key opens nothing any more',
              tellFault,
            );
            if (done) setLeaving(undefined);
          }}
        />
      )}
    </Section>
  );
}

/** Why a key opens nothing any more. */
function endOf({ revokedAt, expiresAt }: ListedKey): string | undefined {
  if (revokedAt !== null) return `revoked ${dateOf(revokedAt)}`;
  return expiresAt !== null && Date.parse(expiresAt) < Date.now() ? `expired ${dateOf(expiresAt)}` : undefined;
}

function KeyList({ keys, onRevoke }: { keys: readonly ListedKey[]; onRevoke?: (key: ListedKey) => void }) {
  return (
    <ul className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-[12rem]">
            <p className="font-semibold wrap-anywhere">{key.label}</p>
            <p className="text-sm wrap-anywhere text-muted">
              {key.id}, created {dateOf(key.createdAt)},{' '}
              {key.lastUsedAt === null ? 'never used' : `last used ${timeAgo(key.lastUsedAt)}`}
              {key.expiresAt !== null && endOf(key) === undefined && `, ends ${dateOf(key.expiresAt)}`}
            </p>
          </div>
          {endOf(key) !== undefined && <Badge tone="neutral">{endOf(key)}</Badge>}
          {onRevoke && (
            <Button look="link" onClick={() => onRevoke(key)}>
              Revoke<span className="sr-only"> {key.label}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const { siteId } = useSettings();
  const { run } = useSiteAct(siteId);
  const [key, setKey] = useState<string>();
  const form = useForm({
    check({ label = '', days = '' }) {
      const isDays = days.trim() === '' || isCount(days, 1, keyMaxDays);
      return [
        ...(label.trim() === '' ? [{ field: 'label', message: 'Say what it is for' }] : []),
        ...(isDays ? [] : [{ field: 'days', message: `Write a number of days from 1 to ${keyMaxDays}` }]),
      ];
    },
    async send({ label = '', days = '' }) {
      const wish = { label: label.trim(), days: readNumber(days) ?? null };
      const made = await run(
        () => send('POST /console/api/sites/:siteId/keys', wish, { siteId }),
        undefined,
        (message) => form.fail([{ message }]),
      );
      if (made) setKey(made.data.key);
    },
  });
  if (key !== undefined)
    return (
      <Dialog open blocking title="The key is made">
        <LeaveGuard isDirty>The key is shown this once, and is lost when you go on.</LeaveGuard>
        <div className="flex flex-col gap-4">
          <Notice tone="warning" title="It is shown this once">
            <p>Put it where the server reads its secrets, and never into a page.</p>
          </Notice>
          <CopyText text={key} label="Secret key" isLong />
          <Button onClick={onClose}>I have it</Button>
        </div>
      </Dialog>
    );
  return (
    // Closed meanwhile, it could not show the key, which is shown this once.
    <Dialog open blocking={form.pending} title="Create a secret key" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <Field
          name="label"
          label="What it is for"
          hint="It stands in the audit log beside everything the key does: club server"
          maxLength={keyLabelMaxLength}
          autoComplete="off"
          error={form.errorOf('label')}
        />
        <Field
          name="days"
          label="Days until it ends by itself"
          optional
          inputMode="numeric"
          autoComplete="off"
          error={form.errorOf('days')}
        />
        <Button type="submit" loading={form.pending}>
          Create the key
        </Button>
      </form>
    </Dialog>
  );
}
