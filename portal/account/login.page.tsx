import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { AccountFrame } from './account-frame.tsx';
import { EmailField } from './email-field.tsx';
import { useLogin } from './use-login.ts';

/** Fetched for members who have a second factor. */
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

/** Fetched for members who have to set one up. */
const FactorSetup = lazy(async () => ({ default: (await import('./factor-setup.tsx')).FactorSetup }));

export function Component() {
  const partner = usePartner();
  const { form, second, isSetupDue, goOn, startAgain, isAskingPasskey, enterByPasskey, arrive } = useLogin();
  const knownEmail = (useLocation().state as { email?: string } | null)?.email;
  if (second || isSetupDue)
    return (
      <AccountFrame>
        <Suspense>
          {second ? (
            <SecondStep {...second} onArrived={arrive} onStartAgain={startAgain} />
          ) : (
            <FactorSetup onDone={goOn} onStartAgain={startAgain} />
          )}
        </Suspense>
      </AccountFrame>
    );
  return (
    <AccountFrame>
      <h1>Log in</h1>
      <p className="mt-2 text-muted">{`Continue your ${partner.words.enrolment} where you left it.`}</p>
      <form {...form.props} className="mt-8 space-y-6">
        <ErrorSummary form={form} />
        <EmailField
          defaultValue={knownEmail}
          enterKeyHint="next"
          autoComplete="username webauthn"
          error={form.errorOf('email')}
        />
        <div>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            error={form.errorOf('password')}
          />
          <p className="mt-2 text-right">
            <TextLink to={pathOf(partner, 'forgotPassword')} className="text-sm">
              Forgot password?
            </TextLink>
          </p>
        </div>
        <Button type="submit" loading={form.pending} className="w-full">
          Log In
        </Button>
      </form>
      <p className="mt-6 text-center">
        <Button look="link" loading={isAskingPasskey} onClick={() => void enterByPasskey()}>
          Use a passkey
        </Button>
      </p>
      <p className="mt-6 text-center">
        New here? <TextLink to={pathOf(partner, 'register')}>Sign Up</TextLink>
      </p>
    </AccountFrame>
  );
}
