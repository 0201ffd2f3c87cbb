import { useQueryClient } from '@tanstack/react-query';
import {
  confirmableLevels,
  moneyWays,
  type ConfirmableLevel,
  type MatterDetail,
  type MoneyWay,
  type OpenWay,
  type PlainWay,
} from '../../../contract/console/matter-schemas.ts';
import { educationLevels } from '../../../shared/education-levels.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field } from '../../../ui/field.tsx';
import type { FormValues, Problem } from '../../../ui/problems.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { send } from '../../session/client.ts';
import { isRefusal, messageOf } from '../../session/message-of.ts';
import { useWithProof } from '../../session/proof.tsx';
import { ReasonField } from '../../shell/reason-field.tsx';
import { matterKey } from './matter-query.ts';
import { wayWordsOf } from './way-words.ts';

interface WayDialogProps {
  matter: MatterDetail;
  way: OpenWay;
  onClose: () => void;
}

/** What a way out will do, in numbers; what it needs to know, and why. */
export function WayDialog({ matter, way, onClose }: WayDialogProps) {
  const words = wayWordsOf(matter, way);
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const form = useForm({
    check: (values) => problemsOf(way, values),
    async send(values) {
      try {
        const done = await withProof(() => decide(matter, way, values));
        if (!done) return;
        queryClient.setQueryData(matterKey(matter.id), done.data);
        void queryClient.invalidateQueries({ queryKey: ['matters'] });
        toast({ kind: 'success', title: words.told });
        onClose();
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
        // The page behind shows who did what.
        if (outdated.some((code) => isRefusal(error, code)))
          await queryClient.invalidateQueries({ queryKey: matterKey(matter.id) });
      }
    },
  });
  return (
    <Dialog open title={words.title} onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <ul className="list-disc pl-5">
          {words.consequences.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        {way.way === 'move' && (
          <SelectField
            label="Cohort"
            name="cohortId"
            placeholder="Choose a cohort"
            options={matter.cohorts.map(({ id, name, starts, free }) => ({
              value: id,
              label: `${name}, ${starts}, ${free} free`,
            }))}
            error={form.errorOf('cohortId')}
          />
        )}
        {way.way === 'confirm' && (
          <SelectField
            label="Highest level they have"
            name="educationLevel"
            placeholder="Choose what you have seen"
            options={confirmableLevels.map((level) => ({ value: level, label: educationLevels[level] }))}
            error={form.errorOf('educationLevel')}
          />
        )}
        {way.way === 'returned-elsewhere' && (
          <Field
            label="Reference of the other payment"
            name="reference"
            hint="By which it is found again: of the bank transfer, say."
            autoComplete="off"
            maxLength={100}
            error={form.errorOf('reference')}
          />
        )}
        <ReasonField
          form={form}
          label={way.way === 'note' ? 'What it was' : 'Reason'}
          hint="It stands in the audit log, and on this page."
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            {words.press}
          </Button>
          <Button look="outline" onClick={onClose}>
            Leave it as it is
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Refusals of what the page showed before. */
const outdated = ['matter-decided', 'way-not-open', 'payment-disputed', 'cohort-moved'] as const;

const asked: Partial<Record<OpenWay['way'], { field: string; message: string }>> = {
  move: { field: 'cohortId', message: 'Choose a cohort' },
  confirm: { field: 'educationLevel', message: 'Choose a level' },
  'returned-elsewhere': { field: 'reference', message: 'Enter the reference of the other payment' },
};

function problemsOf({ way }: OpenWay, values: FormValues): Problem[] {
  const needs = [asked[way], { field: 'reason', message: way === 'note' ? 'Say what it was' : 'Enter a reason' }];
  return needs.flatMap((need) => (need && !values[need.field]?.trim() ? [need] : []));
}

const isMoneyWay = (way: OpenWay['way']): way is MoneyWay => (moneyWays as readonly string[]).includes(way);

function decide({ id: matterId, cohorts }: MatterDetail, { way }: OpenWay, values: FormValues) {
  const reason = (values['reason'] ?? '').trim();
  const reference = values['reference']?.trim();
  if (isMoneyWay(way))
    return send(
      'POST /console/api/matters/:matterId/money',
      { way, reason, ...(reference && { reference }) },
      { matterId },
    );
  const { cohortId, educationLevel } = values;
  return send(
    'POST /console/api/matters/:matterId/decision',
    {
      way: way satisfies PlainWay,
      reason,
      ...(cohortId && { cohortId, startDate: cohorts.find(({ id }) => id === cohortId)?.starts }),
      ...(educationLevel && { educationLevel: educationLevel as ConfirmableLevel }),
    },
    { matterId },
  );
}
