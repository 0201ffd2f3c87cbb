import { staffLimits } from '../../contract/staff-limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useOwnChange } from './use-own-change.ts';

/** Names a passkey, so that one that is lost can be told from the others. */
export function PasskeyNameDialog({
  passkey,
  onClose,
}: {
  passkey: { id: string; name: string };
  onClose: () => void;
}) {
  const { change } = useOwnChange();
  const form = useForm({
    check: ({ name = '' }) => (name.trim() === '' ? [{ field: 'name', message: 'Enter a name' }] : []),
    async send({ name = '' }) {
      const params = { passkeyId: passkey.id };
      const body = { name: name.trim() };
      const done = await change(
        () => send('PATCH /console/api/me/passkeys/:passkeyId', body, params),
        `The passkey is called ${body.name}`,
        (message) => form.fail([{ field: 'name', message }]),
      );
      if (done) onClose();
    },
  });
  return (
    <Dialog open title="Name of the passkey" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <Field
          label="Name"
          name="name"
          hint="What you will know it by should you lose the device: “Work laptop”, “Blue key”."
          defaultValue={passkey.name}
          maxLength={staffLimits.passkeyNameMaxLength}
          autoComplete="off"
          error={form.errorOf('name')}
        />
        <Button type="submit" loading={form.pending}>
          Save the name
        </Button>
      </form>
    </Dialog>
  );
}
