import { createChecks } from '../checks.ts';
import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import { CodeField } from './code-field.tsx';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { PasswordField, UserName } from '../ui/password-field.tsx';
import { checkCode, useCodeLabels } from './use-code-labels.ts';

export function ResetPasswordScreen() {
  const label = useCodeLabels();
  const { client, kept, go, finish, tell } = useModal();
  const { password } = createChecks(label);
  return (
    <section id="PasswordTokenModal">
      <Heading text={label('reset_your_password')} onBack={() => go('forgot_password')} />
      <Form
        checks={{ token: checkCode(label), password }}
        submit={label('reset_confirm_reset')}
        onSend={async (value) => {
          const answer = await client.resetMemberPassword({ token: value('token'), newPassword: value('password') });
          go('reset_password_success');
          tell(messageOf(answer), 'success');
          finish({ type: 'PASSWORD_RESET', data: answer.data });
        }}
      >
        <UserName of={kept.get('email') ?? ''} />
        <CodeField label={label('reset_enter_code')} name="token" />
        <PasswordField
          label={label('new_password')}
          name="password"
          placeholder={label('reset_password_placeholder')}
          autoComplete="new-password"
        />
      </Form>
      <p className="ms-text ms-text--quiet">{label('email_advice')}</p>
    </section>
  );
}
