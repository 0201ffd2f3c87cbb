import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { knowsPasskeys } from '../../ui/passkeys.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import type { Begun } from './use-sign-in.ts';

interface PasswordStepProps {
  onBegun: (begun: Begun) => void;
  onSignedIn: () => Promise<void>;
}

function check({ email = '', password = '' }: FormValues): Problem[] {
  return [
    ...(email.trim() === '' ? [{ field: 'email', message: 'Enter your email address' }] : []),
    ...(password === '' ? [{ field: 'password', message: 'Enter your password' }] : []),
  ];
}

/** The address with the password; a browser that has a passkey offers it in the field for the address. */
export function PasswordStep({ onBegun, onSignedIn }: PasswordStepProps) {
  const passkey = usePasskeySignIn(onSignedIn);
  const [email, setEmail] = useState('');
  const form = useForm({
    check,
    async send({ email: address = '', password = '' }) {
      try {
        const { data } = await send('POST /console/api/sign-in/password', { email: address.trim(), password });
        passkey.endAutofill();
        onBegun(data);
      } catch (error) {
        form.fail([{ message: messageOf(error) }]);
      }
    },
  });
  return (
    <div className="flex flex-col gap-6">
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <Field
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={limits.emailMaxLength}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={form.errorOf('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          error={form.errorOf('password')}
        />
        <Button type="submit" loading={form.pending}>
          Go on
        </Button>
      </form>
      {knowsPasskeys() && (
        <div className="flex flex-col gap-3">
          <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or
          </p>
          {passkey.fault && (
            <Notice tone="error" role="alert">
              {passkey.fault}
            </Notice>
          )}
          <Button look="outline" loading={passkey.isAsking} onClick={() => void passkey.signIn()}>
            <KeyRound className="size-5" aria-hidden="true" />
            Sign in with a passkey
          </Button>
        </div>
      )}
      <p className="text-sm text-muted">
        Lost your phone or your password? Ask an owner for a new link. An owner can reset you on the Staff page.
      </p>
    </div>
  );
}
