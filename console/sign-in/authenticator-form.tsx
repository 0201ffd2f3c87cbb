import { useQuery } from '@tanstack/react-query';
import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AuthenticatorSetup } from '../../ui/authenticator-setup.tsx';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';

interface AuthenticatorFormProps {
  token: string;
  /** @throws what the service refuses the code with */
  onCode: (code: string) => Promise<void>;
}

/** A secret for the app, and the first code of it. */
export function AuthenticatorForm({ token, onCode }: AuthenticatorFormProps) {
  const secret = useQuery({
    queryKey: ['invitation', token, 'authenticator'],
    queryFn: async () => (await send('POST /console/api/invitations/authenticator', { token })).data,
    // Each call makes another secret: the one on the screen has to stay the one that counts.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const form = useForm({
    check: ({ code = '' }) =>
      code.length === limits.codeLength ? [] : [{ field: 'code', message: 'Enter the six digits of your app' }],
    async send({ code = '' }) {
      await onCode(code).catch((error: unknown) => form.fail([{ field: 'code', message: messageOf(error) }]));
    },
  });
  if (secret.isPending) return <Spinner />;
  if (secret.isError)
    return (
      <Notice tone="error" role="alert">
        {messageOf(secret.error)}
      </Notice>
    );
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <ErrorSummary form={form} />
      <AuthenticatorSetup {...secret.data} />
      <CodeField hint="The six digits that the app shows now." error={form.errorOf('code')} enterKeyHint="go" />
      <Button type="submit" loading={form.pending}>
        Go on
      </Button>
    </form>
  );
}
