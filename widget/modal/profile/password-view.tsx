import { createChecks } from '../checks.ts';
import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import type { Value } from '../ui/form.tsx';
import { NewPasswordForm, type PasswordFieldProps } from '../ui/password-field.tsx';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';

/** A new password with the old one beside it, or the first one of a member who has none. */
export function PasswordView() {
  const { client, label: text, tell } = useModal();
  const { member, label, show, whileBusy } = useProfile();
  const { email, hasPassword } = member.auth;
  const { password: check } = createChecks(text);
  const twice = { placeholder: label('new_password_placeholder'), autoComplete: 'new-password' } as const;
  const fields: PasswordFieldProps[] = [
    ...(hasPassword
      ? ([{ name: 'old', label: label('current_password'), autoComplete: 'current-password' }] as const)
      : []),
    { name: 'new', label: label('new_password'), ...twice },
    { name: 'confirm', label: label('confirm_new_password'), ...twice },
  ];

  async function save(value: Value, form: HTMLFormElement): Promise<void> {
    if (value('new') !== value('confirm')) throw new Error(label('passwords_must_match'));
    const answer = await whileBusy(() =>
      hasPassword
        ? client.updateMemberAuth({ oldPassword: value('old'), newPassword: value('new') })
        : client.setPassword({ password: value('new') }),
    );
    form.reset();
    tell(messageOf(answer), 'success');
  }
  return (
    <>
      <ViewHeading text={label(hasPassword ? 'change_password' : 'set_password')} />
      <NewPasswordForm
        label={text}
        email={email}
        fields={fields}
        submit={label('save_button')}
        isReady={(value) => fields.every(({ name }) => check(value(name)) === undefined)}
        onSend={save}
        leave={{ text: label('cancel_button'), press: () => show('security') }}
      />
    </>
  );
}
