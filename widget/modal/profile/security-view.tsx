import { createChecks } from '../checks.ts';
import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';

/** Not `email`: one that is not saved yet is no address to log in with. */
const name = 'security:email';

/** How a member signs in. */
export function SecurityView() {
  const { app, client, kept, label: text, tell } = useModal();
  const { member, label, show, whileBusy } = useProfile();
  const { email: check } = createChecks(text);
  const { email: saved, hasPassword } = member.auth;
  return (
    <>
      <ViewHeading text={label('security_title')} />
      <Form
        key={saved}
        checks={{ [name]: check }}
        submit={label('save_button')}
        isReady={(value) => value(name).trim() !== saved && check(value(name)) === undefined}
        onSend={async (value) => {
          const email = value(name).trim();
          // Before the answer draws the form anew; what is refused still stands in it.
          kept.delete(name);
          tell(messageOf(await whileBusy(() => client.updateMemberAuth({ email }))), 'success');
        }}
      >
        <Field
          label={label('email_address')}
          name={name}
          type="email"
          defaultValue={saved}
          autoComplete="email"
          required
        />
      </Form>
      <div className="ms-part">
        <h3>{label('password')}</h3>
        <button type="button" className="ms-button ms-button--small" onClick={() => show('changePassword')}>
          {label(hasPassword ? 'change_password' : 'set_password')}
        </button>
      </div>
      <ConnectedAccounts />
      {app.allowMemberSelfDelete && <DeleteAccount />}
    </>
  );
}
