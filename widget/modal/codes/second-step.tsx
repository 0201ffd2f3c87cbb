import { useState } from 'react';
import type { UsedCredential } from '../../../contract/second-factor.ts';
import { useModal } from '../modal-context.ts';
import { Field } from '../ui/field.tsx';
import { Form, type Value } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { CodeField } from './code-field.tsx';
import { checkCode, useCodeLabels } from './use-code-labels.ts';

/** Whether this browser reads a passkey's options as JSON (Chrome 129, Firefox 119, Safari 18.4). */
const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Asks a member with a second factor for it, after the first step of a log-in. */
export function SecondStepScreen() {
  const label = useCodeLabels();
  const { client, codeFlow, go, finish, tell } = useModal();
  const { step, methods } = codeFlow!.second!;
  const ways = methods.filter((method) => method !== 'passkey');
  const [way, setWay] = useState(ways[0]);
  const [isAsking, setAsking] = useState(false);
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

  async function enterByPasskey(): Promise<void> {
    if (isAsking) return;
    setAsking(true);
    tell(undefined, 'error');
    try {
      const { data: options } = await client.beginPasskeyLogin({ step });
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const used = await navigator.credentials.get({ publicKey });
      const credential = (used as PublicKeyCredential).toJSON() as unknown as UsedCredential;
      const { data } = await client.loginMemberPasskey({ step, credential });
      finish({ type: 'LOGIN', data });
    } catch (error) {
      leaveIfOver(error);
      // A closed question of the browser is no fault, and its sentence is none for people.
      const isBrowsers = error instanceof DOMException || !(error as Error).message;
      tell(isBrowsers ? label('second_step_passkey_failed') : (error as Error).message, 'error');
      setAsking(false);
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
      {methods.includes('passkey') && knowsPasskeys() && (
        <p className="ms-prompt">
          <button type="button" className="ms-link" onClick={() => void enterByPasskey()}>
            {label('second_step_passkey')}
          </button>
        </p>
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
