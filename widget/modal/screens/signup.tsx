import { useRef } from 'react';
import { signupFields } from '../../shell/shell.ts';
import { createChecks } from '../checks.ts';
import { goToSecondStep, tellWait, useModal } from '../modal-context.ts';
import { EmailField } from '../ui/email-field.tsx';
import { Form, valuesOf, type Value } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { OtherWays } from '../ui/other-ways.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { fieldValue, SiteField } from '../ui/site-field.tsx';

/** People neither see nor fill it in. */
const honeypot = 'website';

export function SignupScreen() {
  const modal = useModal();
  const { client, app, label, params, inviteToken, isPasswordless, go, finish, getCaptchaToken } = modal;
  const { email, password } = createChecks(label);
  const fields = signupFields(app);
  const plans = (params.signup?.plans ?? []).map((planId) => ({ planId }));
  const invited = inviteToken && { inviteToken };
  const section = useRef<HTMLElement>(null);

  /** A text that was left empty keeps what the site begins it with; a box that was left unticked says no. */
  const customFieldsIn = (value: Value) =>
    Object.fromEntries(
      fields.map((field): [string, string] => [field.key, fieldValue(field, value)]).filter(([, given]) => given),
    );

  async function signUp(value: Value, form: HTMLFormElement): Promise<void> {
    if (value(honeypot)) return form.reset();
    const customFields = customFieldsIn(value);
    if (isPasswordless) {
      const answer = await client.sendMemberSignupPasswordlessEmail({ email: value('email') });
      go('passwordless_token', { type: 'signup', email: value('email'), customFields, plans });
      return tellWait(modal, answer);
    }
    const captchaToken = await getCaptchaToken();
    const person = { email: value('email'), password: value('password'), plans, customFields, ...invited };
    await arrive(
      client.signupMemberEmailPassword(
        { ...person, ...(captchaToken && { captchaToken }) },
        { includeContentGroups: true },
      ),
    );
  }

  async function arrive(signingUp: Promise<{ data: unknown }>): Promise<void> {
    try {
      finish({ type: 'SIGNUP', data: (await signingUp).data });
    } catch (error) {
      goToSecondStep(modal, error, 'signup');
    }
  }

  return (
    <section ref={section} id="SignupModal">
      <Heading text={label('create_an_account')} />
      <Form
        checks={isPasswordless ? { email } : { email, password }}
        onSend={signUp}
        submit={label(isPasswordless ? 'continue_with_email' : 'signup_button')}
      >
        {fields.map((field) => (
          <SiteField key={field.key} field={field} />
        ))}
        <EmailField placeholder="signup_email_placeholder" />
        {!isPasswordless && (
          <PasswordField
            label={label('password')}
            name="password"
            placeholder={label('signup_password_placeholder')}
            autoComplete="new-password"
          />
        )}
        <div className="ms-hidden" aria-hidden="true">
          <input name={honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <div className="ms-captcha" />
      </Form>
      <p className="ms-prompt">
        <button type="button" className="ms-link" onClick={() => go('login')}>
          {label('already_have_an_account')}
        </button>
      </p>
      <OtherWays
        withPassword={label('signup_with_password')}
        withEmail={label('signup_with_email')}
        onProvider={async (provider) => {
          const customFields = customFieldsIn(valuesOf(section.current!.querySelector('form')!));
          await arrive(client.signupWithProvider({ provider, customFields, plans, ...invited }));
        }}
      />
    </section>
  );
}
