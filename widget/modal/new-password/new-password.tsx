import { useMemo } from 'react';
import { labelsFor } from '../../shell/shell.ts';
import { createChecks } from '../checks.ts';
import { useModal } from '../modal-context.ts';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { newPasswordLabels } from './new-password-labels.ts';

/** What `NewPasswordScreen` fetches. Closing it in any way lets the page go on. */
export function NewPassword() {
  const { client, params, app, close } = useModal();
  const label = useMemo(() => labelsFor(params, app, newPasswordLabels), [params, app]);
  return (
    <section id="NewPasswordModal">
      <Heading text={label('new_password_title')} takesFocus />
      <p className="ms-text">{label('password_dropped')}</p>
      <Form
        checks={{ password: createChecks(label).password }}
        submit={label('save_new_password')}
        onSend={async (value) => {
          await client.setPassword({ password: value('password') });
          close();
        }}
      >
        {/* Tells password managers whose password it is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={client.knownMember()?.auth.email ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label={label('new_password')}
          name="password"
          placeholder={label('reset_password_placeholder')}
          autoComplete="new-password"
        />
      </Form>
      <p className="ms-prompt">
        <button type="button" className="ms-link" onClick={close}>
          {label('not_now')}
        </button>
      </p>
    </section>
  );
}
