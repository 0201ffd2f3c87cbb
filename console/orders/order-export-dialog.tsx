import { useState } from 'react';
import { addressOf } from '../../client/console.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { PartnerCode } from '../../shared/partners.ts';
import { download } from '../session/download.ts';
import { messageOf } from '../session/message-of.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { usePartnerChoices } from './order-words.ts';

const dayLength = 'yyyy-mm-dd'.length;

/** The first and last day of the month before, which accounts are closed for. */
function lastMonth(now = new Date()): { from: string; until: string } {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, dayLength);
  return { from: day(now.getMonth() - 1, 1), until: day(now.getMonth(), 0) };
}

/** Money as a file for accounting: of which days, and of which partner. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const choices = usePartnerChoices();
  const { current } = useCurrentPartner();
  const [days] = useState(() => lastMonth());
  const form = useForm({
    check: ({ from = '', until = '' }) => [
      ...(from ? [] : [{ field: 'from', message: 'Enter the first day' }]),
      ...(until ? [] : [{ field: 'until', message: 'Enter the last day' }]),
      ...(from && until && until < from ? [{ field: 'until', message: 'The last day is before the first' }] : []),
    ],
    async send({ from = '', until = '', partner = '' }) {
      const wish = { from, until, ...(partner && { partner: partner as PartnerCode }) };
      try {
        await download(addressOf('GET /console/api/money.csv', wish));
        onClose();
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
      }
    },
  });
  return (
    <Dialog open title="Export money for accounting" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <p>
          One line for each payment, refund and dispute, with order, partner, amount, tax, the provider’s id and the
          student’s id. A refund stands on the day it was paid back.
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First day" name="from" type="date" defaultValue={days.from} error={form.errorOf('from')} />
          <Field label="Last day" name="until" type="date" defaultValue={days.until} error={form.errorOf('until')} />
        </div>
        <SelectField
          label="Partner"
          name="partner"
          placeholder="All in your scope"
          options={choices}
          defaultValue={current ?? ''}
          hint="Days are those of the partner’s zone; of several partners, UTC."
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            Download the file
          </Button>
          <Button look="outline" onClick={onClose}>
            Close
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
