import { useState } from 'react';
import { useModal } from '../modal-context.ts';
import { Field } from '../ui/field.tsx';
import { Form, type Value } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { CodeField } from './code-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { checkCode, useCodeLabels } from './use-code-labels.ts';

/** Asks a member with a second factor for it, after the first step of a log-in. */
export function SecondStepScreen() {
  const label = useCodeLabels();
  const { client, codeFlow, go, finish } = useModal();
  const { step, methods } = codeFlow!.second!;
  const ways = methods.filter((method) => method !== 'passkey');
  const [way, setWay] = useState(ways[0]);
  const other = ways.find((each) => each !== way);

  /** A step that is over takes no proof any more. What is told afterwards stands above the log-in. */
  function leaveIfOver(error: unknown): void {
    if ((error as { code?: unknown }).code === 'sign-in-step-expired') go('login');
  }

  async function verify(value: Value): Promise<void> {
    if (way === undefined) return;
    try {
      const { data } = await client.loginMemberSecondStep({ step, method: way, code: value('token').trim() });
      finish({ type: 'LOGIN', data });
    } catch (error) {
      leaveIfOver(error);
      throw error;
    }
  }

  return (
    <section id="SecondStepModal">
      <Heading text={label('second_step_title')} onBack={() => go('login')} />
      <p className="ms-text">
        {way === 'authenticator' && label('second_step_app')}
        {way === 'recovery-code' && label('second_step_recovery')}
        {way === undefined && label('second_step_passkey_text')}
      </p>
      {way !== undefined && (
        <Form
          key={way}
          checks={way === 'authenticator' ? { token: checkCode(label) } : {}}
          submit={label('login_again')}
          onSend={verify}
        >
          {way === 'authenticator' ? (
            <CodeField label={label('passwordless_token_heading')} name="token" />
          ) : (
            <Field label={label('second_step_recovery_code')} name="token" autoComplete="off" required />
          )}
        </Form>
      )}
      {methods.includes('passkey') && (
        <PasskeyButton
          begin={() => client.beginPasskeyLogin({ step })}
          onUsed={async (credential) => {
            const { data } = await client.loginMemberPasskey({ step, credential });
            finish({ type: 'LOGIN', data });
          }}
          onRefused={leaveIfOver}
        />
      )}
      {other && (
        <p className="ms-prompt">
          <button type="button" className="ms-link" onClick={() => setWay(other)}>
            {label(other === 'recovery-code' ? 'second_step_use_recovery' : 'second_step_use_app')}
          </button>
        </p>
      )}
    </section>
  );
}
