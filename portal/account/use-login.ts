import { useNavigate } from 'react-router';
import { accountMessages } from '../messages/account.ts';
import { usePartner } from '../partner/partner.tsx';
import { knownMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { login } from '../session/sign-in.ts';
import { standingOf } from '../session/standing.ts';
import { readWanted, wantedOrStart } from '../session/wanted-path.ts';
import { toast } from '../../ui/toast.ts';
import { checkLogin } from './credentials.ts';
import { isInMenu } from './in-menu.ts';
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
      const member = standingOf(knownMember() ?? null);
      const { isPaid } = member;
      toast({
        ...accountMessages.loggedIn,
        ...(isInMenu(partner, readWanted() ?? '', member) && {
          text: isPaid ? accountMessages.landedAtReceipt : accountMessages.landedAtCheck,
        }),
      });
      await navigate(wantedOrStart(partner, isPaid));
    },
  });
  return form;
}
