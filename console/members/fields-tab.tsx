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
import { changedFields, fieldName, fieldValue, hasLines } from './changed-fields.ts';
import type { MemberPlace } from './member-queries.ts';
import { linesOf, type OthersChange } from './others-changes.ts';
import { useMemberChange } from './use-member-change.ts';

interface FieldsTabProps {
  place: MemberPlace;
  member: ShownMember;
  site: ShownSite;
}

/** The site's fields with this member's values. What is typed stays while the member is read again. */
export function FieldsTab({ place, member, site }: FieldsTabProps) {
  // The member as the form was opened. One that somebody else has saved takes its place only where nothing was typed.
  const [base, setBase] = useState(member);
  const [isTouched, setTouched] = useState(false);
  if (!isTouched && base.version !== member.version) setBase(member);
  return (
    <>
      <FieldsForm
        key={base.version}
        {...{ place, site, member: base }}
        onTouched={() => setTouched(true)}
        onSaved={(saved) => {
          setTouched(false);
          setBase(saved);
        }}
      />
      <LeaveGuard isDirty={isTouched}>
        The fields you changed are not saved yet, and are lost when you go on.
      </LeaveGuard>
    </>
  );
}

interface FieldsFormProps extends FieldsTabProps {
  onTouched: () => void;
  onSaved: (member: ShownMember) => void;
}

/** Saving sends what was changed alone, from the version that was read. */
function FieldsForm({ place, member, site, onTouched, onSaved }: FieldsFormProps) {
  const mayChange = useMay('change-members');
  const { refresh, keep } = useMemberChange(place);
  // Of somebody else's save: from here on this one knows of it.
  const [version, setVersion] = useState(member.version);
  const [conflict, setConflict] = useState<readonly OthersChange[]>();
  const fields = site.fields.filter(({ isDerived }) => !isDerived);
  const form = useForm({
    check: () => [],
    async send(values) {
      const customFields = changedFields(fields, member.customFields, values);
      if (Object.keys(customFields).length === 0) {
        toast({ kind: 'info', title: 'Nothing was changed' });
        return onSaved(member);
      }
      const reason = values['reason']?.trim();
      const body = { version, customFields, ...(reason && { reason }) };
      try {
        const saved = await send('PATCH /console/api/sites/:siteId/members/:memberId', body, { ...place });
        keep(saved);
        toast({ kind: 'success', title: 'The fields are saved' });
        onSaved(saved.data);
        await refresh();
      } catch (error) {
        if (!isRefusal(error, 'changed-meanwhile')) return form.fail([problemOf(error)]);
        const { changed = [], version: next } = error as { changed?: OthersChange[]; version?: string };
        if (next !== undefined) setVersion(next);
        setConflict(changed);
      }
    },
  });

  if (fields.length === 0)
    return <p className="text-muted">This site has no fields. They are declared in the site’s file.</p>;
  return (
    <form {...form.props} onChange={onTouched} className="flex max-w-[36rem] flex-col gap-5">
      <ErrorSummary form={form} />
      {conflict && <ConflictNotice thing="member" lines={linesOf(conflict, fields)} />}
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

interface MemberFieldProps {
  field: ShownSite['fields'][number];
  value: string;
  mayChange: boolean;
  error: string | undefined;
}

/** A member's value in the control that keeps it as it is. */
function MemberField({ field: { key, label, type }, value, mayChange, error }: MemberFieldProps) {
  const name = fieldName(key);
  if (type === 'boolean')
    return <CheckboxField name={name} label={label} disabled={!mayChange} defaultChecked={value === 'true'} />;
  const text = { name, label, readOnly: !mayChange, autoComplete: 'off', defaultValue: value, error };
  return hasLines(value) ? <TextAreaField {...text} rows={3} /> : <Field {...text} />;
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
