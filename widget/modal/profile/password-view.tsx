import { createChecks } from '../checks.ts';
import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import { Form, type Value } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';

/** A new password with the old one beside it, or the first one of somebody who has none. */
export function PasswordView() {
  const { client, label: text, tell } = useModal();
  const { member, label, show, whileBusy } = useProfile();
  const { email, hasPassword } = member.auth;
  const { password: check } = createChecks(text);
  const names = hasPassword ? ['old', 'new', 'confirm'] : ['new', 'confirm'];

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
      <Form
        checks={Object.fromEntries(names.map((name) => [name, check]))}
        submit={label('save_button')}
        isReady={(value) => names.every((name) => check(value(name)) === undefined)}
        onSend={save}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && <PasswordField label={label('current_password')} name="old" autoComplete="current-password" />}
        <PasswordField
          label={label('new_password')}
          name="new"
          placeholder={label('new_password_placeholder')}
          autoComplete="new-password"
        />
        <PasswordField
          label={label('confirm_new_password')}
          name="confirm"
          placeholder={label('new_password_placeholder')}
          autoComplete="new-password"
        />
      </Form>
      <p className="ms-prompt">
        <button type="button" className="ms-link" onClick={() => show('security')}>
          {label('cancel_button')}
        </button>
      </p>
    </>
  );
}
