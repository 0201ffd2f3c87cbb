import { useState } from 'react';
import { createChecks } from '../checks.ts';
import { CodeField } from '../codes/code-field.tsx';
import { useCodeLabels } from '../codes/use-code-labels.ts';
import { tellWait, useModal } from '../modal-context.ts';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';

/** Asks who is at the keyboard before what an open session alone must not do, by password or mailed code. */
export function ProofView({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const modal = useModal();
  const { client, label: text, tell } = modal;
  const codeText = useCodeLabels();
  const { member, label } = useProfile();
  const { password } = createChecks(text);
  const [way, setWay] = useState<'password' | 'code' | undefined>(member.auth.hasPassword ? 'password' : undefined);

  // Not by `press`: the press that led here is still under way.
  async function sendCode(): Promise<void> {
    tell(undefined, 'error');
    try {
      const answer = await client.sendProofCode();
      setWay('code');
      tellWait(modal, answer);
    } catch (error) {
      tell((error as Error).message || text('something_went_wrong'), 'error');
    }
  }
  return (
    <>
      <ViewHeading text={label('prove_title')} />
      <p className="ms-text">{label(way === 'password' ? 'prove_password_text' : 'prove_code_text')}</p>
      {way !== undefined && (
        <Form
          key={way}
          checks={way === 'password' ? { password } : {}}
          submit={label('prove_button')}
          onSend={async (value) => {
            await client.proveMember(way === 'password' ? { password: value('password') } : { code: value('code') });
            tell(undefined, 'error');
            onEnd(true);
          }}
        >
          {way === 'password' ? (
            <PasswordField name="password" label={text('password')} autoComplete="current-password" />
          ) : (
            <CodeField name="code" label={codeText('reset_enter_code')} />
          )}
        </Form>
      )}
      <div className="ms-pair">
        <button type="button" className="ms-button ms-button--small" onClick={() => void sendCode()}>
          {label(way === 'code' ? 'prove_send_again' : 'prove_send_code')}
        </button>
        <button type="button" className="ms-button ms-button--small" onClick={() => onEnd(false)}>
          {label('cancel_button')}
        </button>
      </div>
    </>
  );
}
