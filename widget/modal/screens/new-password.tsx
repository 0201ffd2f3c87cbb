import { useModal } from '../modal-context.ts';
import { Later } from '../ui/later.tsx';

/** Its code comes when it is needed: a password is dropped once in the life of an account, if at all. */
export function NewPasswordScreen() {
  const { label, close } = useModal();
  // Without its code the page goes on: the member is signed in, and a mail tells the same.
  return <Later title={label('new_password')} load={loadNewPassword} onFailed={close} />;
}

const loadNewPassword = async () => (await import('../new-password/new-password.tsx')).NewPassword;
