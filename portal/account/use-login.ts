import { useNavigate } from 'react-router';
import { accountMessages } from '../messages/account.ts';
import { usePartner } from '../partner/partner.tsx';
import { messageOf } from '../session/message-of.ts';
import { login } from '../session/sign-in.ts';
import { wantedOrStart } from '../session/wanted-path.ts';
import { toast } from '../ui/toast.ts';
import { checkLogin } from './credentials.ts';
import { useKeptForm } from './use-kept-form.ts';
import type { KeptForm } from './use-kept-form.ts';

export function useLogin(): KeptForm {
  const partner = usePartner();
  const navigate = useNavigate();
  const form = useKeptForm({
    check: checkLogin,
    async send(values) {
      try {
        await login({ email: values['email']!.trim(), password: values['password']! });
      } catch (error) {
        return form.fail([{ message: messageOf(error, accountMessages.loginFailed) }]);
      }
      form.forget();
      toast(accountMessages.loggedIn);
      await navigate(wantedOrStart(partner));
    },
  });
  return form;
}
