import { useState } from 'react';
import type { AnyBulkAct, BulkPreview } from '../../../contract/console/bulk-schemas.ts';
import type { ShownSite } from '../../../contract/console/members-schemas.ts';
import { limits } from '../../../contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import type { FormValues, Problem } from '../../../ui/problems.ts';
import type { Chosen } from '../../list/use-chosen-rows.ts';
import { messageOf } from '../../session/message-of.ts';
import { ReasonField } from '../../shell/reason-field.tsx';
import { BulkConsequences } from './bulk-consequences.tsx';
import { actWords, type BulkKind } from './bulk-words.ts';
import { useBulkStart } from './use-bulk-start.ts';

export interface BulkDialogProps {
  kind: BulkKind;
  site: ShownSite;
  chosen: Chosen;
  onClose: () => void;
  /** Once something was begun. */
  onBegun: () => void;
}

/** Asks what to do in particular, says in numbers what will happen, and begins. */
export function BulkDialog({ kind, site, chosen, onClose, onBegun }: BulkDialogProps) {
  const [act, setAct] = useState(() => actIn(kind, {}));
  const [preview, setPreview] = useState<BulkPreview>();
  const fieldKey = act?.kind === 'set-field' ? act.field : '';
  const start = useBulkStart(site.id, chosen);
  const form = useForm({
    check: (values) => problemsIn(kind, values, preview),
    async send(values) {
      const wish = actIn(kind, values);
      if (!wish) return;
      try {
        if (!(await start(wish, { reason: values['reason']?.trim() || undefined, members: preview?.members ?? 0 })))
          return;
        onClose();
        onBegun();
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
      }
    },
  });
  return (
    <Dialog open title={actWords[kind]} onClose={onClose}>
      <form
        {...form.props}
        onInput={(event) => {
          form.props.onInput(event);
          const next = actIn(kind, Object.fromEntries(new FormData(event.currentTarget)) as FormValues);
          // The control of the value is still that of the field before.
          const isOther = next?.kind === 'set-field' && isTick(site, next.field) !== isTick(site, fieldKey);
          setAct(isOther ? { ...next, value: isTick(site, next.field) ? 'true' : '' } : next);
        }}
        className="flex flex-col gap-5"
      >
        <ErrorSummary form={form} />
        <ActFields {...{ kind, site, fieldKey }} errorOf={form.errorOf} />
        {act && <BulkConsequences siteId={site.id} act={act} chosen={chosen} onKnown={setPreview} />}
        {kind === 'delete' && (
          <Field
            label="How many members will be deleted?"
            name="members"
            inputMode="numeric"
            autoComplete="off"
            hint="Type the number, so that nobody is deleted by accident."
            error={form.errorOf('members')}
          />
        )}
        <ReasonField form={form} optional={!needsReason(kind)} hint="It stands in the audit log of each member." />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            {actWords[kind]}
          </Button>
          <Button look="outline" onClick={onClose}>
            Leave them as they are
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether a field is one to tick. */
const isTick = ({ fields }: ShownSite, fieldKey: string) =>
  fields.find(({ key }) => key === fieldKey)?.type === 'boolean';

interface ActFieldsProps {
  kind: BulkKind;
  site: ShownSite;
  errorOf: (name: string) => string | undefined;
  /** The field that is chosen. */
  fieldKey: string;
}

function ActFields({ kind, site, errorOf, fieldKey }: ActFieldsProps) {
  if (kind === 'give-plan' || kind === 'take-plan') {
    const free = site.plans.filter(({ isFree, isActive }) => isFree && (isActive || kind === 'take-plan'));
    return (
      <SelectField
        label="Plan"
        name="planId"
        hint="Plans that cost nothing. Paid ones follow the money."
        placeholder="Choose a plan"
        options={free.map(({ id, name, isActive }) => ({ value: id, label: isActive ? name : `${name} (retired)` }))}
        error={errorOf('planId')}
      />
    );
  }
  if (kind !== 'set-field') return null;
  const writable = site.fields.filter(({ isDerived }) => !isDerived);
  return (
    <>
      <SelectField
        label="Field"
        name="field"
        placeholder="Choose a field"
        options={writable.map(({ key, label }) => ({ value: key, label }))}
        error={errorOf('field')}
      />
      {isTick(site, fieldKey) ? (
        <SelectField
          label="New value"
          name="value"
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
        />
      ) : (
        <Field
          label="New value"
          name="value"
          optional
          hint="Leave it empty to take the value away."
          autoComplete="off"
          maxLength={limits.fieldMaxLength}
        />
      )}
    </>
  );
}

/** The act that a form asks for; nothing while it is not whole. */
function actIn(kind: BulkKind, { planId = '', field = '', value = '' }: FormValues): AnyBulkAct | undefined {
  if (kind === 'give-plan' || kind === 'take-plan') return planId === '' ? undefined : { kind, planId };
  if (kind === 'set-field') return field === '' ? undefined : { kind, field, value };
  return { kind };
}

const needsReason = (kind: BulkKind) => kind === 'delete' || kind === 'suspend';

function problemsIn(kind: BulkKind, values: FormValues, preview: BulkPreview | undefined): Problem[] {
  const { planId = '', field = '', reason = '', members = '' } = values;
  if ((kind === 'give-plan' || kind === 'take-plan') && planId === '')
    return [{ field: 'planId', message: 'Choose a plan' }];
  if (kind === 'set-field' && field === '') return [{ field: 'field', message: 'Choose a field' }];
  const typed = members.trim() === '' ? undefined : Number(members.replaceAll(/[^\d]/g, ''));
  return [
    ...(kind === 'delete' && typed !== preview?.members
      ? [{ field: 'members', message: 'Type how many members will be deleted' }]
      : []),
    ...(needsReason(kind) && !reason.trim() ? [{ field: 'reason', message: 'Enter a reason' }] : []),
  ];
}
