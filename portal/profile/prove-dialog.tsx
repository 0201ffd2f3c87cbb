import { lazy, Suspense } from 'react';
import { limits } from '../../contract/limits.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { secondFactorQuestion } from './second-factor-question.ts';
import { useProofForm } from './use-proof-form.ts';

interface ProveDialogProps {
  auth: StudentMember['auth'];
  onProved: () => void;
  onClose: () => void;
}

const FactorProof = lazy(async () => ({ default: (await import('./factor-proof.tsx')).FactorProof }));

/** Asks who is at the keyboard before something that an open session alone must not do. */
export function ProveDialog({ auth, onProved, onClose }: ProveDialogProps) {
  const { data: methods } = useAnswer(secondFactorQuestion);
  if (methods && (methods.authenticator || methods.passkeys.length > 0))
    return (
      <Dialog open title="Is it you?" onClose={onClose}>
        <Suspense>
          <FactorProof methods={methods} onProved={onProved} />
        </Suspense>
      </Dialog>
    );
  return <PasswordOrCodeProof auth={auth} onProved={onProved} onClose={onClose} />;
}

function PasswordOrCodeProof({ auth, onProved, onClose }: ProveDialogProps) {
  const { form, way, isSending, told, sendCode } = useProofForm(auth.hasPassword ? 'password' : 'code', onProved);
  const isCodeSent = told !== '';
  const isAsked = way === 'password' || isCodeSent;
  const email = <strong className="email font-semibold text-ink">{auth.email}</strong>;
  return (
    <Dialog open title="Is it you?" onClose={onClose}>
      <p>
        {way === 'password'
          ? 'You logged in a while ago. Please enter your password to go on.'
          : 'You logged in a while ago. A code by email shows that it is you.'}
      </p>
      {way === 'code' && (
        <p className="mt-2 text-muted">
          {isCodeSent ? 'We have sent a code to ' : 'We send it to '}
          {email}. It works for {limits.codeMinutes} minutes.
        </p>
      )}
      <form {...form.props} className="mt-6 space-y-6">
        <ErrorSummary form={form} />
        {way === 'password' && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            error={form.errorOf('password')}
            ref={takesFocus}
          />
        )}
        {way === 'code' && isCodeSent && <CodeField enterKeyHint="go" error={form.errorOf('code')} ref={takesFocus} />}
        {isAsked && (
          <Button type="submit" loading={form.pending} className="w-full">
            Confirm
          </Button>
        )}
      </form>
      <p className={isAsked ? 'mt-6 text-center' : ''}>
        <Button
          look={isAsked ? 'link' : 'primary'}
          className={isAsked ? '' : 'w-full'}
          loading={isSending}
          onClick={() => void sendCode()}
        >
          {way === 'password' ? 'Email me a code instead' : isCodeSent ? 'Send new code' : 'Email me a code'}
        </Button>
      </p>
      <p role="status" className="mt-2 text-center text-sm text-muted">
        {told}
      </p>
    </Dialog>
  );
}

/** A dialog gives the focus to what says so in the page, and else to its close button. */
const takesFocus = (field: HTMLInputElement | null): void => {
  field?.setAttribute('autofocus', '');
  if (field && field.closest('dialog')?.open) field.focus();
};
