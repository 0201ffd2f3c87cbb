import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';

interface CodeFormProps {
  way: 'authenticator' | 'recovery-code';
  step: string;
  onSignedIn: () => Promise<void>;
  onFault: (error: unknown) => void;
}

/** The code of an authenticator app, or one of the recovery codes. */
export function CodeForm({ way, step, onSignedIn, onFault }: CodeFormProps) {
  const isApp = way === 'authenticator';
  const form = useForm({
    check({ code = '' }) {
      if (isApp && code.length !== limits.codeLength)
        return [{ field: 'code', message: 'Enter the six digits of your app' }];
      return code.trim() === '' ? [{ field: 'code', message: 'Enter one of your recovery codes' }] : [];
    },
    async send({ code = '' }) {
      try {
        await send('POST /console/api/sign-in/second-factor', { way, code: code.trim(), step });
        await onSignedIn();
      } catch (error) {
        onFault(error);
        form.fail([{ field: 'code', message: messageOf(error) }]);
      }
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <ErrorSummary form={form} />
      {isApp ? (
        <CodeField hint="Six digits, from your authenticator app." error={form.errorOf('code')} enterKeyHint="go" />
      ) : (
        <Field
          label="Recovery code"
          name="code"
          hint="Each works once. Afterwards, add a new phone or passkey under “Your sign-in”."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          error={form.errorOf('code')}
        />
      )}
      <Button type="submit" loading={form.pending}>
        Sign in
      </Button>
    </form>
  );
}
