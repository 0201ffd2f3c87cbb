import { useNavigate } from 'react-router';
import { accountMessages } from '../messages/account.ts';
import { usePartner } from '../partner/partner.tsx';
import { messageOf } from '../session/message-of.ts';
import { login } from '../session/sign-in.ts';
import { wantedOrStart } from '../session/wanted-path.ts';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';
import type { Form } from '../ui/use-form.ts';
import { checkLogin } from './credentials.ts';

export function useLogin(): Form {
  const partner = usePartner();
  const navigate = useNavigate();
  const form = useForm({
    check: checkLogin,
    async send(values) {
      try {
        await login({ email: values['email']!.trim(), password: values['password']! });
      } catch (error) {
        return form.fail([{ message: messageOf(error, accountMessages.loginFailed) }]);
      }
      toast(accountMessages.loggedIn);
      await navigate(wantedOrStart(partner));
    },
  });
  return form;
}
