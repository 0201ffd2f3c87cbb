import { createChecks } from '../checks.ts';
import { tellWait, useModal } from '../modal-context.ts';
import { EmailField } from '../ui/email-field.tsx';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';

export function ForgotPasswordScreen() {
  const modal = useModal();
  const { client, label, go } = modal;
  return (
    <section id="PasswordResetModal">
      <Heading text={label('reset_your_password')} onBack={() => go('login')} />
      <p className="ms-text">{label('reset_instructions')}</p>
      <Form
        checks={{ email: createChecks(label).email }}
        submit={label('reset')}
        onSend={async (value) => {
          const answer = await client.sendMemberResetPasswordEmail({ email: value('email') });
          go('reset_password');
          tellWait(modal, answer);
        }}
      >
        <EmailField placeholder="reset_email_placeholder" />
      </Form>
      <p className="ms-prompt">
        <button type="button" className="ms-link" onClick={() => go('reset_password')}>
          {label('reset_already_have_code')}
        </button>
      </p>
    </section>
  );
}
