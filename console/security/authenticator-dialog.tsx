import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AuthenticatorSetup, type AuthenticatorSecret } from '../../ui/authenticator-setup.tsx';
import { send } from '../session/client.ts';
import { useOwnChange } from './use-own-change.ts';

/** A new secret, which counts once a code of it has come back. */
export function AuthenticatorDialog({ secret, onClose }: { secret: AuthenticatorSecret; onClose: () => void }) {
  const { change } = useOwnChange();
  const form = useForm({
    check: ({ code = '' }) =>
      code.length === limits.codeLength ? [] : [{ field: 'code', message: 'Enter the six digits of your app' }],
    async send({ code = '' }) {
      const done = await change(
        () => send('PUT /console/api/me/authenticator', { code }),
        'Your authenticator app is in use',
        (message) => form.fail([{ field: 'code', message }]),
      );
      if (done) onClose();
    },
  });
  return (
    <Dialog open title="Set up an authenticator app" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <AuthenticatorSetup {...secret} />
        <CodeField hint="The six digits that the app shows now." error={form.errorOf('code')} enterKeyHint="go" />
        <Button type="submit" loading={form.pending}>
          Use this app
        </Button>
      </form>
    </Dialog>
  );
}
