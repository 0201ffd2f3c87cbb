import { useState } from 'react';
import type { ShownMember, ShownSite } from '../../contract/console/members-schemas.ts';
import { RequestError } from '../../client/request.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
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
import { changedFields, fieldName, fieldValue, hasLines } from './changed-fields.ts';
import type { MemberPlace } from './member-queries.ts';
import { conflictIn, linesOf, type Conflict } from './others-changes.ts';
import { useMemberChange } from './use-member-change.ts';

interface FieldsTabProps {
  place: MemberPlace;
  member: ShownMember;
  site: ShownSite;
}

/** The site's fields with this member's values. What is typed stays while the member is read again. */
export function FieldsTab({ place, member, site }: FieldsTabProps) {
  const edited = useEdited(member);
  return (
    <>
      <FieldsForm key={edited.drawn} {...{ place, site, edited }} />
      <LeaveGuard isDirty={edited.isTyped}>
        The fields you changed are not saved yet, and are lost when you go on.
      </LeaveGuard>
    </>
  );
}

interface FieldsFormProps extends Omit<FieldsTabProps, 'member'> {
  edited: Edited<ShownMember>;
}

/** Saving sends what was changed alone, from the version that was read. */
function FieldsForm({ place, site, edited: { base: member, onTyped, begin, forget } }: FieldsFormProps) {
  const mayChange = useMay('change-members');
  const { refresh, keep } = useMemberChange(place);
  // Of somebody else's save: from here on this one knows of it.
  const [conflict, setConflict] = useState<Conflict>();
  const version = conflict?.version ?? member.version;
  const fields = site.fields.filter(({ isDerived }) => !isDerived);
  const form = useForm({
    check: () => [],
    async send(values) {
      const settle = begin();
      const customFields = changedFields(fields, member.customFields, values);
      if (Object.keys(customFields).length === 0) {
        toast({ kind: 'info', title: 'Nothing was changed' });
        return forget();
      }
      const reason = values['reason']?.trim();
      const body = { version, customFields, ...(reason && { reason }) };
      try {
        const saved = await send('PATCH /console/api/sites/:siteId/members/:memberId', body, { ...place });
        keep(saved);
        toast({ kind: 'success', title: 'The fields are saved' });
        setConflict(undefined);
        settle(saved.data, { customFields: { ...member.customFields, ...asKept(customFields) } });
        await refresh();
      } catch (error) {
        if (!isRefusal(error, 'changed-meanwhile')) return form.fail([problemOf(error)]);
        setConflict(conflictIn(error, version));
      }
    },
  });

  if (fields.length === 0)
    return <p className="text-muted">This site has no fields. They are declared in the site’s file.</p>;
  return (
    <form {...form.props} onChange={onTyped} className="flex max-w-[36rem] flex-col gap-5">
      <ErrorSummary form={form} />
      {conflict && <ConflictNotice thing="member" lines={linesOf(conflict.changed, fields)} />}
      {!mayChange && (
        <Notice tone="info">
          <p>You may see these and not change them.</p>
        </Notice>
      )}
      {fields.map((field) => (
        <MemberField
          key={field.key}
          {...{ field, mayChange }}
          value={fieldValue(member.customFields, field.key)}
          error={form.errorOf(fieldName(field.key))}
        />
      ))}
      <DerivedFields site={site} member={member} />
      {mayChange && (
        <>
          <ReasonField form={form} optional hint="It stands in the audit log beside the change." />
          <Button type="submit" className="self-start" loading={form.pending}>
            Save the fields
          </Button>
        </>
      )}
    </form>
  );
}

/** Values as a member has them. */
const asKept = (values: Record<string, string | boolean>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

interface MemberFieldProps {
  field: ShownSite['fields'][number];
  value: string;
  mayChange: boolean;
  error: string | undefined;
}

/** A member's value in the control that keeps it as it is. */
function MemberField({ field: { key, label, type }, value, mayChange, error }: MemberFieldProps) {
  const name = fieldName(key);
  // Chosen once: another control in its place, after a save of one line, would come without what is typed since.
  const [isLong] = useState(() => hasLines(value));
  if (type === 'boolean')
    return <CheckboxField name={name} label={label} disabled={!mayChange} defaultChecked={value === 'true'} />;
  const text = { name, label, readOnly: !mayChange, autoComplete: 'off', defaultValue: value, error };
  return isLong ? <TextAreaField {...text} rows={3} /> : <Field {...text} />;
}

const problemOf = (error: unknown) => ({
  field: error instanceof RequestError && error.field !== undefined ? fieldName(error.field) : undefined,
  message: messageOf(error),
});

/** Fields that are computed: to be read. */
function DerivedFields({ site, member }: Pick<FieldsTabProps, 'site' | 'member'>) {
  const derived = site.fields.filter(({ isDerived }) => isDerived);
  if (derived.length === 0) return null;
  return (
    <dl className="rounded-lg border border-line bg-surface p-4">
      {derived.map(({ key, label }) => (
        <div key={key} className="flex flex-wrap gap-x-3">
          <dt className="text-muted">{label}</dt>
          <dd>{fieldValue(member.customFields, key) || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
