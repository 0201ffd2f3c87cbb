import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';

interface ReasonDialogProps {
  title: string;
  /** What happens. */
  consequence: string;
  /** The words of the button. */
  act: string;
  /** @param tellFault shows in the dialog why it was not done */
  onGo: (reason: string, tellFault: (message: string) => void) => Promise<void>;
  onClose: () => void;
}

/** Says what an act does, and asks why. */
export function ReasonDialog({ title, consequence, act, onGo, onClose }: ReasonDialogProps) {
  const form = useForm({
    check: ({ reason = '' }) => (reason.trim() === '' ? [{ field: 'reason', message: 'Say why' }] : []),
    send: ({ reason = '' }) => onGo(reason.trim(), (message) => form.fail([{ message }])),
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <p>{consequence}</p>
        <TextAreaField
          name="reason"
          label="Why"
          hint="It stands in the audit log. You may be asked to prove that it is you."
          rows={2}
          maxLength={limits.reasonMaxLength}
          error={form.errorOf('reason')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            {act}
          </Button>
          <Button look="outline" onClick={onClose}>
            Leave it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
