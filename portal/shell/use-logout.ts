import { useNavigate } from 'react-router';
import { sessionMessages } from '../messages/session.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { logout } from '../session/sign-out.ts';
import { toast } from '../../ui/toast.ts';

/** Logs out and goes to the login page; says so, also when the service could not be told. */
export function useLogout(): () => Promise<void> {
  const partner = usePartner();
  const navigate = useNavigate();
  return async () => {
    try {
      await logout();
      toast(sessionMessages.loggedOut);
      await navigate(pathOf(partner, 'login'));
    } catch {
      toast(sessionMessages.stillLoggedIn);
    }
  };
}
