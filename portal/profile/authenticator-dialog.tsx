import { AuthenticatorSetup, type AuthenticatorSecret } from '../../ui/authenticator-setup.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { useForm } from '../../ui/use-form.ts';
import { secondFactorMessages } from '../messages/second-factor.ts';
import { messageOf } from '../session/message-of.ts';

interface AuthenticatorDialogProps {
  secret: AuthenticatorSecret;
  onConfirm: (code: string) => Promise<void>;
  onClose: () => void;
}

/** A new secret, which counts once a code of it has come back. */
export function AuthenticatorDialog({ secret, onConfirm, onClose }: AuthenticatorDialogProps) {
  const form = useForm({
    check: ({ code = '' }) =>
      code.length === 6 ? [] : [{ field: 'code', message: secondFactorMessages.digitsMissing }],
    async send({ code = '' }) {
      try {
        await onConfirm(code);
      } catch (error) {
        form.fail([{ field: 'code', message: messageOf(error, secondFactorMessages.changeFailed) }]);
      }
    },
  });
  return (
    <Dialog open title="Set up an authenticator app" onClose={onClose}>
      <form {...form.props} className="space-y-6">
        <ErrorSummary form={form} />
        <AuthenticatorSetup {...secret} />
        <CodeField hint="The six digits that the app shows now." error={form.errorOf('code')} enterKeyHint="go" />
        <Button type="submit" loading={form.pending} className="w-full">
          Confirm
        </Button>
      </form>
    </Dialog>
  );
}
