import { useState } from 'react';
import type { SecondFactor } from '../../contract/second-factor.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { askPasskey, passkeyFault } from '../../ui/passkeys.ts';
import { useForm } from '../../ui/use-form.ts';
import { secondFactorMessages } from '../messages/second-factor.ts';
import { securityMessages } from '../messages/security.ts';
import { messageOf } from '../session/message-of.ts';
import { security } from '../session/security-client.ts';

/** Asks a member with a second factor for that: password and mailed code are not enough for them. */
export function FactorProof({ methods, onProved }: { methods: SecondFactor; onProved: () => void }) {
  const [isRecovery, setRecovery] = useState(!methods.authenticator);
  const [isAsking, setAsking] = useState(false);
  const hasPasskey = methods.passkeys.length > 0;
  const hasCodes = methods.authenticator || methods.recoveryCodes > 0;

  const form = useForm({
    check: ({ code = '' }) => {
      if (code.trim() !== '') return [];
      const { recoveryMissing, digitsMissing } = secondFactorMessages;
      return [{ field: 'code', message: isRecovery ? recoveryMissing : digitsMissing }];
    },
    async send({ code = '' }) {
      try {
        await security.proveMember(isRecovery ? { recoveryCode: code.trim() } : { authenticatorCode: code });
      } catch (error) {
        return form.fail([{ field: 'code', message: messageOf(error, securityMessages.notProved) }]);
      }
      onProved();
    },
  });

  async function proveByPasskey(): Promise<void> {
    if (isAsking) return;
    setAsking(true);
    try {
      const { data: options } = await security.beginPasskeyProof();
      await security.proveMember({ passkey: await askPasskey(options) });
    } catch (error) {
      setAsking(false);
      return form.fail([{ message: passkeyFault(error) ?? messageOf(error, securityMessages.notProved) }]);
    }
    onProved();
  }

  return (
    <>
      <p>You logged in a while ago. Please show that it is you.</p>
      {hasPasskey && (
        <Button loading={isAsking} className="mt-6 w-full" onClick={() => void proveByPasskey()}>
          Use a passkey
        </Button>
      )}
      <form {...form.props} className="mt-6 space-y-6">
        <ErrorSummary form={form} />
        {hasCodes && !isRecovery && (
          <CodeField hint="Six digits, from your authenticator app." enterKeyHint="go" error={form.errorOf('code')} />
        )}
        {hasCodes && isRecovery && (
          <Field
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            error={form.errorOf('code')}
          />
        )}
        {hasCodes && (
          <Button type="submit" look={hasPasskey ? 'outline' : 'primary'} loading={form.pending} className="w-full">
            Confirm
          </Button>
        )}
      </form>
      {methods.authenticator && methods.recoveryCodes > 0 && (
        <p className="mt-6 text-center">
          <Button
            look="link"
            onClick={() => {
              form.clear();
              setRecovery(!isRecovery);
            }}
          >
            {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
        </p>
      )}
    </>
  );
}
