import { lazy, Suspense, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { personFields } from '../ui/person-fields.ts';
import { TextLink } from '../../ui/text-link.tsx';
import type { Form } from '../../ui/use-form.ts';
import { AccountFrame } from './account-frame.tsx';
import { NewPasswordFields } from '../ui/new-password-fields.tsx';
import { useRegister } from './use-register.ts';

/** Fetched where the site requires a second factor. */
const FactorSetup = lazy(async () => ({ default: (await import('./factor-setup.tsx')).FactorSetup }));

export function Component() {
  const partner = usePartner();
  const navigate = useNavigate();
  const { form, isEmailRefused, isSetupDue, goOn } = useRegister();
  if (isSetupDue)
    return (
      <AccountFrame>
        <Suspense>
          {/* The account exists already: a member who leaves the set-up logs in later. */}
          <FactorSetup onDone={goOn} onStartAgain={() => void navigate(pathOf(partner, 'login'))} />
        </Suspense>
      </AccountFrame>
    );
  return (
    <AccountFrame>
      <h1>Create your account</h1>
      <p className="mt-2 text-muted">{`It keeps your ${partner.words.enrolment} safe, so you can go on from any device.`}</p>
      <form {...form.props} className="mt-8 space-y-6">
        <ErrorSummary form={form} />
        <PersonFields form={form} />
        {isEmailRefused && <OtherWaysIn />}
        <NewPasswordFields form={form} label="Password" confirmLabel="Confirm password" />
        <TermsAndSubmit form={form} />
      </form>
      <p className="mt-6 text-center">
        Have an account already? <TextLink to={pathOf(partner, 'login')}>Log in</TextLink>
      </p>
    </AccountFrame>
  );
}

function PersonFields({ form }: { form: Form }) {
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...personFields.firstName} error={form.errorOf('firstName')} />
        <Field {...personFields.lastName} error={form.errorOf('lastName')} />
      </div>
      <Field
        {...personFields.email}
        hint="We send your codes and your receipt to this address."
        error={form.errorOf('email')}
      />
    </>
  );
}

/** Under an address that was refused, for whatever reason: it does not tell whether there is an account. */
function OtherWaysIn() {
  const partner = usePartner();
  return (
    <p className="text-sm">
      If you have an account already, you can <TextLink to={pathOf(partner, 'login')}>log in</TextLink> or{' '}
      <TextLink to={pathOf(partner, 'forgotPassword')}>reset your password</TextLink>.
    </p>
  );
}

/** The button waits for the tick; a line under it says so. */
function TermsAndSubmit({ form }: { form: Form }) {
  const [accepted, setAccepted] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  // The page can be read, and ticked, before this code comes.
  useLayoutEffect(() => setAccepted(box.current!.checked), []);
  const reasonId = useId();
  return (
    <>
      <CheckboxField
        ref={box}
        name="terms"
        checked={accepted}
        onChange={(event) => setAccepted(event.currentTarget.checked)}
        error={form.errorOf('terms')}
        label={<TermsSentence />}
      />
      <div>
        <Button
          type="submit"
          disabled={!accepted}
          loading={form.pending}
          aria-describedby={accepted ? undefined : reasonId}
          className="w-full"
        >
          Create Account
        </Button>
        <p id={reasonId} className={accepted ? 'invisible mt-2 text-sm' : 'mt-2 text-center text-sm text-muted'}>
          Tick the box above to go on.
        </p>
      </div>
    </>
  );
}

function TermsSentence() {
  const partner = usePartner();
  // In a new tab: what was typed here must not be lost by reading.
  const link = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener" className="font-semibold text-brand underline underline-offset-4">
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
  return (
    <>
      I am 18 or older and I accept the {link(pathOf(partner, 'terms'), 'Terms & Conditions')} and the{' '}
      {link(pathOf(partner, 'privacy'), 'privacy notice')}.
    </>
  );
}
