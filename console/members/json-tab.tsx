import { useState } from 'react';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { ConflictNotice } from '../shell/conflict-notice.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { ReasonField } from '../shell/reason-field.tsx';
import { useEdited, type Edited } from '../shell/use-edited.ts';
import type { MemberPlace } from './member-queries.ts';
import { conflictIn, linesOf, type Conflict } from './others-changes.ts';
import { useMemberChange } from './use-member-change.ts';

interface JsonTabProps {
  place: MemberPlace;
  member: ShownMember;
}

const asText = (json: unknown) => (json === null || json === undefined ? '' : JSON.stringify(json, null, 2));

/** What the site's pages keep for the member. What is typed stays while the member is read again. */
export function JsonTab({ place, member }: JsonTabProps) {
  const mayChange = useMay('change-members');
  const edited = useEdited(member);
  if (!mayChange)
    return (
      <TextAreaField
        label="JSON"
        name="json"
        readOnly
        rows={14}
        value={asText(member.json) || 'The pages of the site keep nothing for this member.'}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
      />
    );
  return (
    <>
      <JsonForm key={edited.drawn} place={place} edited={edited} />
      <LeaveGuard isDirty={edited.isTyped}>The JSON you wrote is not saved yet, and is lost when you go on.</LeaveGuard>
    </>
  );
}

interface JsonFormProps {
  place: MemberPlace;
  edited: Edited<ShownMember>;
}

function JsonForm({ place, edited: { base: member, onTyped, begin, forget } }: JsonFormProps) {
  const { keep, refresh } = useMemberChange(place);
  const [conflict, setConflict] = useState<Conflict>();
  const version = conflict?.version ?? member.version;
  const form = useForm({
    check: ({ json = '' }) => (readJson(json) === undefined ? [{ field: 'json', message: faultOf(json) }] : []),
    async send({ json = '', reason = '' }) {
      const settle = begin();
      const body = { version, json: readJson(json)!.value, ...(reason.trim() && { reason: reason.trim() }) };
      try {
        const saved = await send('PATCH /console/api/sites/:siteId/members/:memberId', body, { ...place });
        keep(saved);
        toast({ kind: 'success', title: 'The JSON is saved' });
        setConflict(undefined);
        settle(saved.data, { json: body.json });
        await refresh();
      } catch (error) {
        if (!isRefusal(error, 'changed-meanwhile')) return form.fail([{ field: 'json', message: messageOf(error) }]);
        setConflict(conflictIn(error, version));
      }
    },
  });
  return (
    <form {...form.props} onChange={onTyped} className="flex max-w-[46rem] flex-col gap-5">
      <ErrorSummary form={form} />
      {conflict && (
        <ConflictNotice thing="member" lines={linesOf(conflict.changed, [])}>
          {conflict.changed.some(({ name }) => name === 'json') ? (
            <>
              <p>
                What you typed is still here, and not saved. Press Save again to put it in the place of their JSON, all
                of which is then gone.
              </p>
              <Button look="link" onClick={() => void refresh().then(forget)}>
                Take their JSON into the field
              </Button>
            </>
          ) : undefined}
        </ConflictNotice>
      )}
      <TextAreaField
        label="JSON"
        name="json"
        hint="What the site’s pages keep for this member. They read it, and may write it while you do. Empty it to keep nothing."
        rows={14}
        spellCheck={false}
        autoComplete="off"
        defaultValue={asText(member.json)}
        error={form.errorOf('json')}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
      />
      <ReasonField form={form} optional hint="It stands in the audit log beside the change." />
      <Button type="submit" className="self-start" loading={form.pending}>
        Save the JSON
      </Button>
    </form>
  );
}

/** @returns undefined for a text that is no JSON; an empty one stands for nothing */
function readJson(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function faultOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `This is not JSON yet: ${(error as Error).message}`;
  }
}
