import type { RefObject } from 'react';
import { limits } from '../../contract/limits.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { EmailField } from './email-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useFocusOnChange } from '../../ui/use-focus-on-change.ts';
import { AccountFrame } from './account-frame.tsx';
import { NewPasswordFields } from '../ui/new-password-fields.tsx';
import { useResetStage } from './use-reset-stage.ts';
import { useCodeRequest, useNewPassword, useResend } from './use-forgot-password.ts';

type Heading = RefObject<HTMLHeadingElement | null>;

export function Component() {
  const { stage, email, goTo } = useResetStage();
  const heading = useFocusOnChange<HTMLHeadingElement>(stage);

  return (
    <AccountFrame>
      {stage === 'ask' && <AskForCode heading={heading} email={email} onSent={(sentTo) => goTo('change', sentTo)} />}
      {stage === 'change' && (
        <ChangePassword
          heading={heading}
          email={email}
          onChanged={() => goTo('done', email)}
          onBack={() => goTo('ask', email)}
        />
      )}
      {stage === 'done' && <Done heading={heading} email={email} />}
    </AccountFrame>
  );
}

interface AskForCodeProps {
  heading: Heading;
  email: string;
  onSent: (email: string) => void;
}

function AskForCode({ heading, email, onSent }: AskForCodeProps) {
  const partner = usePartner();
  const form = useCodeRequest(onSent);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Forgot your password?
      </h1>
      <p className="mt-2 text-muted">We send a six-digit code to your email. With it you choose a new password.</p>
      <form {...form.props} className="mt-8 space-y-6">
        <ErrorSummary form={form} />
        <EmailField defaultValue={email} enterKeyHint="send" error={form.errorOf('email')} />
        <Button type="submit" loading={form.pending} className="w-full">
          Get Code
        </Button>
      </form>
      <p className="mt-6 text-center">
        Remembered it? <TextLink to={pathOf(partner, 'login')}>Log in</TextLink>
      </p>
    </>
  );
}

interface ChangePasswordProps {
  heading: Heading;
  email: string;
  onChanged: () => void;
  onBack: () => void;
}

function ChangePassword({ heading, email, onChanged, onBack }: ChangePasswordProps) {
  const form = useNewPassword(email, onChanged);
  const { resend, isSending } = useResend(email, form);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Code Sent
      </h1>
      <p className="mt-2 text-muted">
        If <strong className="email font-semibold text-ink">{email}</strong> has an account, a code of six digits is on
        its way. It works for {limits.codeMinutes} minutes.
      </p>
      <form {...form.props} className="mt-8 space-y-6">
        <ErrorSummary form={form} />
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <CodeField enterKeyHint="next" error={form.errorOf('code')} />
        <NewPasswordFields form={form} label="New password" confirmLabel="Confirm new password" />
        <Button type="submit" loading={form.pending} className="w-full">
          Change Password
        </Button>
      </form>
      <p className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-3">
        <Button look="link" loading={isSending} onClick={() => void resend()}>
          Send new code
        </Button>
        <Button look="link" onClick={onBack}>
          Use another email
        </Button>
      </p>
    </>
  );
}

function Done({ heading, email }: { heading: Heading; email: string }) {
  const partner = usePartner();
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Success
      </h1>
      <p className="mt-2">Your password has successfully been changed!</p>
      <ButtonLink to={pathOf(partner, 'login')} state={{ email }} className="mt-8 w-full">
        Go to login
      </ButtonLink>
    </>
  );
}
