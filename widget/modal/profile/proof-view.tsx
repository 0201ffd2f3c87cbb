import { useState } from 'react';
import type { Membership } from '../../../client/membership.ts';
import type { SecondStepNeeded } from '../../../contract/second-factor.ts';
import { createChecks } from '../checks.ts';
import { CodeField } from '../codes/code-field.tsx';
import { PasskeyButton } from '../codes/passkey-button.tsx';
import { useCodeLabels } from '../codes/use-code-labels.ts';
import { tellWait, useModal } from '../modal-context.ts';
import { Form, type Value } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Field } from '../ui/field.tsx';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';

type Proof = Parameters<Membership['proveMember']>[0];

const texts = { password: 'prove_password_text', code: 'prove_code_text', factor: 'prove_factor_text' } as const;

/** What is typed, as a proof: an authenticator's code has six digits, a recovery code letters too. */
function proofOf(way: keyof typeof texts, value: Value): Proof {
  if (way === 'password') return { password: value('password') };
  const code = value('token').trim();
  if (way === 'code') return { code };
  return /^\d[\d ]{5,6}$/.test(code) ? { authenticatorCode: code } : { recoveryCode: code };
}

/** Asks who is at the keyboard before what an open session alone must not do, by password or mailed code. */
export function ProofView({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const modal = useModal();
  const { client, label: text, tell, fail } = modal;
  const codeText = useCodeLabels();
  const { member, label } = useProfile();
  const { password } = createChecks(text);
  const [way, setWay] = useState<'password' | 'code' | 'factor' | undefined>(
    member.auth.hasPassword ? 'password' : undefined,
  );
  const [mayUsePasskey, setMayUsePasskey] = useState(false);

  async function prove(proof: Proof): Promise<void> {
    await client.proveMember(proof);
    tell(undefined, 'error');
    onEnd(true);
  }

  // Not by `press`: the press that led here is still under way.
  async function sendCode(): Promise<void> {
    tell(undefined, 'error');
    try {
      const answer = await client.sendProofCode();
      setWay('code');
      tellWait(modal, answer);
    } catch (error) {
      fail(error);
    }
  }
  return (
    <>
      <ViewHeading text={label('prove_title')} />
      <p className="ms-text">{label(texts[way ?? 'code'])}</p>
      {way !== undefined && (
        <Form
          key={way}
          checks={way === 'password' ? { password } : {}}
          submit={label('prove_button')}
          onSend={async (value) => {
            try {
              await prove(proofOf(way, value));
            } catch (error) {
              const { code, methods } = error as Partial<SecondStepNeeded> & { code?: unknown };
              // A member with a second factor proves by that alone.
              if (way === 'factor' || code !== 'second-factor-required') throw error;
              // A client that is not ours may lack the call.
              setMayUsePasskey(methods?.includes('passkey') === true && 'beginPasskeyProof' in client);
              setWay('factor');
            }
          }}
        >
          {way === 'password' && (
            <PasswordField name="password" label={text('password')} autoComplete="current-password" />
          )}
          {way === 'code' && <CodeField name="token" label={codeText('reset_enter_code')} />}
          {way === 'factor' && (
            <Field name="token" label={label('prove_factor')} autoComplete="one-time-code" required />
          )}
        </Form>
      )}
      {mayUsePasskey && <PasskeyButton begin={client.beginPasskeyProof} onUsed={(passkey) => prove({ passkey })} />}
      <div className="ms-pair">
        {way !== 'factor' && (
          <button type="button" className="ms-button ms-button--small" onClick={() => void sendCode()}>
            {label(way === 'code' ? 'prove_send_again' : 'prove_send_code')}
          </button>
        )}
        <button type="button" className="ms-button ms-button--small" onClick={() => onEnd(false)}>
          {label('cancel_button')}
        </button>
      </div>
    </>
  );
}
