import { useMemo } from 'react';
import { labelsFor } from '../../shell/shell.ts';
import { useModal } from '../modal-context.ts';
import { Heading } from '../ui/heading.tsx';
import { NewPasswordForm } from '../ui/password-field.tsx';
import { newPasswordLabels } from './new-password-labels.ts';

/** What `NewPasswordScreen` fetches. Closing it in any way lets the page go on. */
export function NewPassword() {
  const { client, params, app, close } = useModal();
  const label = useMemo(() => labelsFor(params, app, newPasswordLabels), [params, app]);
  return (
    <section id="NewPasswordModal">
      <Heading text={label('new_password_title')} takesFocus />
      <p className="ms-text">{label('password_dropped')}</p>
      <NewPasswordForm
        label={label}
        email={client.knownMember()?.auth.email ?? ''}
        fields={[{ name: 'password', label: label('new_password'), autoComplete: 'new-password' }]}
        submit={label('save_new_password')}
        onSend={async (value) => {
          await client.setPassword({ password: value('password') });
          close();
        }}
        leave={{ text: label('not_now'), press: close }}
      />
    </section>
  );
}
