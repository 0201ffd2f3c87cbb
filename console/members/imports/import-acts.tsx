import type { MemberImport } from '../../../contract/console/imports-schemas.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { send } from '../../session/client.ts';
import { messageOf } from '../../session/message-of.ts';
import { ReasonField } from '../../shell/reason-field.tsx';
import { useImportStep } from './use-import-step.ts';

/** Imports what was looked at, or stops. */
export function ImportActs({ found }: { found: MemberImport }) {
  const { siteId, id: importId, state, counts, endedAt } = found;
  const step = useImportStep(found);
  if (endedAt !== null) return null;
  const cancel = () =>
    step(() => send('POST /console/api/sites/:siteId/imports/:importId/cancel', undefined, { siteId, importId }));
  const acted = (counts?.created ?? 0) + (counts?.updated ?? 0);
  const mayApply = state === 'checked' && counts?.isWhole && acted > 0;
  return (
    <section className="flex flex-col gap-5">
      {mayApply && <ApplyForm found={found} acted={acted} />}
      {state === 'checked' && counts && acted === 0 && (
        <p>No row of the file would change anything, so that there is nothing to import.</p>
      )}
      <div>
        <Button look="outline" onClick={() => void cancel()}>
          {state === 'applying' || state === 'checking' ? 'Stop' : 'Give it up'}, and delete the file
        </Button>
      </div>
    </section>
  );
}

const numbers = new Intl.NumberFormat();

function ApplyForm({ found, acted }: { found: MemberImport; acted: number }) {
  const { siteId, id: importId, counts, columns, mayUpdate } = found;
  const faulty = counts?.faulty ?? 0;
  const step = useImportStep(found);
  const form = useForm({
    check: () => [],
    async send({ reason = '' }) {
      const seen = { columns: columns ?? [], mayUpdate };
      const body = { skipsFaults: faulty > 0, seen, reason: reason.trim() || undefined };
      try {
        await step(
          () => send('POST /console/api/sites/:siteId/imports/:importId/apply', body, { siteId, importId }),
          true,
        );
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
      }
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <ErrorSummary form={form} />
      <ReasonField form={form} optional hint="It stands in the audit log of each member." />
      {faulty > 0 && (
        <p>
          {numbers.format(faulty)} {faulty === 1 ? 'row with faults is' : 'rows with faults are'} left out. You can mend
          the file and import it again afterwards: nobody is made twice.
        </p>
      )}
      <div>
        <Button type="submit" loading={form.pending}>
          Import {numbers.format(acted)} {acted === 1 ? 'member' : 'members'}
        </Button>
      </div>
    </form>
  );
}
