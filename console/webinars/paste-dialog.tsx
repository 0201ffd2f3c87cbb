import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { webinarLimits, type WebinarOccasion } from '../../contract/console/webinars-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { dayOf } from '../shell/times.ts';
import { webinarsKey } from './webinar-queries.ts';

interface PasteDialogProps {
  webinarId: string;
  /** That have begun, the latest first. */
  occasions: readonly WebinarOccasion[];
  onClose: () => void;
}

/** Whatever looks like an address in pasted lines or columns. */
const addressesIn = (text: string): string[] => [...new Set(text.match(/[^\s,;<>"'()]+@[^\s,;<>"'()]+/g))];

/** Notes who came from a list of addresses, such as the one a meeting tool gives. */
export function PasteDialog({ webinarId, occasions, onClose }: PasteDialogProps) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<{ marked: number; unknown: string[] }>();
  const form = useForm({
    check({ emails = '' }) {
      const count = addressesIn(emails).length;
      if (count === 0) return [{ field: 'emails', message: 'Paste at least one address' }];
      if (count <= webinarLimits.namedMost) return [];
      return [{ field: 'emails', message: `Paste ${webinarLimits.namedMost} addresses at a time` }];
    },
    async send({ emails = '', day = '' }) {
      const body = { day, attended: true, who: { emails: addressesIn(emails) } };
      try {
        setResult((await send('POST /console/api/webinars/:webinarId/attendance', body, { webinarId })).data);
        await queryClient.invalidateQueries({ queryKey: webinarsKey });
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
      }
    },
  });
  return (
    <Dialog open title="Who came?" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        {result && (
          <Notice tone={result.unknown.length === 0 ? 'success' : 'warning'} role="status">
            <p>{result.marked === 1 ? '1 person is' : `${result.marked} people are`} noted as attended.</p>
            {result.unknown.length > 0 && <p>Not registered: {result.unknown.join(', ')}</p>}
          </Notice>
        )}
        <SelectField
          label="Occasion"
          name="day"
          options={occasions.map(({ day }) => ({ value: day, label: dayOf(day) }))}
        />
        <TextAreaField
          label="Addresses"
          name="emails"
          rows={6}
          hint="As your meeting tool lists them: with names, commas or lines between them."
          error={form.errorOf('emails')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            Note them as attended
          </Button>
          <Button look="outline" onClick={onClose}>
            Done
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
