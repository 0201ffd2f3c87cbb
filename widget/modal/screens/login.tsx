import { createChecks } from '../checks.ts';
import { goToSecondStep, tellWait, useModal } from '../modal-context.ts';
import { EmailField } from '../ui/email-field.tsx';
import { Form, type Value } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { OtherWays } from '../ui/other-ways.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export function LoginScreen() {
  const modal = useModal();
  const { client, label, params, isPasswordless, go, finish } = modal;
  const { email, password } = createChecks(label);

  async function logIn(value: Value): Promise<void> {
    if (isPasswordless) {
      const answer = await client.sendMemberLoginPasswordlessEmail({ email: value('email') });
      go('passwordless_token', { type: 'login', email: value('email') });
      return tellWait(modal, answer);
    }
    try {
      const { data } = await client.loginMemberEmailPassword(
        { email: value('email'), password: value('password') },
        { includeContentGroups: true },
      );
      finish({ type: 'LOGIN', data });
    } catch (error) {
      goToSecondStep(modal, error);
    }
  }

  return (
    <section id="LoginModal">
      <Heading text={label('login_to_your_account')} />
      <Form
        checks={isPasswordless ? { email } : { email, password }}
        onSend={logIn}
        submit={label(isPasswordless ? 'continue_with_email' : 'login')}
      >
        <EmailField placeholder="login_email_placeholder" />
        {!isPasswordless && (
          <>
            <PasswordField
              label={label('password')}
              name="password"
              placeholder={label('login_password_placeholder')}
              autoComplete="current-password"
            />
            <p className="ms-aside">
              <button type="button" className="ms-link" onClick={() => go('forgot_password')}>
                {label('forgot_password')}
              </button>
            </p>
          </>
        )}
      </Form>
      <p className="ms-prompt">
        <button type="button" className="ms-link" onClick={() => go('signup')}>
          {label('dont_have_an_account')}
        </button>
      </p>
      <OtherWays
        withPassword={label('login_with_password')}
        withEmail={label('login_with_email')}
        onProvider={async (provider) => {
          const allowSignup = params.login?.allowSignup === true;
          try {
            const { data } = await client.loginWithProvider({ provider, allowSignup });
            finish({ type: 'LOGIN', data });
          } catch (error) {
            goToSecondStep(modal, error);
          }
        }}
      />
    </section>
  );
}
