import { useState } from 'react';
import { useNavigate } from 'react-router';
import { RequestError } from '../../client/request.ts';
import { accountMessages } from '../messages/account.ts';
import { usePartner } from '../partner/partner.tsx';
import { messageOf } from '../session/message-of.ts';
import { isSetupNeeded } from '../session/needed-step.ts';
import { register } from '../session/sign-in.ts';
import { wantedOrStart } from '../session/wanted-path.ts';
import { toast } from '../../ui/toast.ts';
import { checkRegistration } from './registration.ts';
import { useKeptForm } from './use-kept-form.ts';
import type { KeptForm } from './use-kept-form.ts';

export interface Registration {
  form: KeptForm;
  /** The service did not take the address: there may be an account, which needs another way in. */
  isEmailRefused: boolean;
  /** Whether a second factor has to be set up first: the account is made, and the site requires one. */
  isSetupDue: boolean;
  /** Goes on once it is set up. */
  goOn: () => Promise<void>;
}

export function useRegister(): Registration {
  const partner = usePartner();
  const navigate = useNavigate();
  const [isEmailRefused, setEmailRefused] = useState(false);
  const [isSetupDue, setSetupDue] = useState(false);

  async function goOn(): Promise<void> {
    form.forget();
    toast(accountMessages.registered);
    await navigate(wantedOrStart(partner, false));
  }

  const form = useKeptForm({
    check: checkRegistration,
    async send(values) {
      setEmailRefused(false);
      try {
        await register({
          email: values['email']!.trim(),
          password: values['password']!,
          customFields: { 'first-name': values['firstName']!.trim(), 'last-name': values['lastName']!.trim() },
        });
      } catch (error) {
        if (isSetupNeeded(error)) return setSetupDue(true);
        const message = messageOf(error, accountMessages.registrationFailed);
        toast({ title: message, kind: 'error' });
        // The toast goes away; what has to be corrected stays where it is corrected.
        const field = fieldOf(error);
        setEmailRefused(field === 'email');
        return form.fail([{ field, message }]);
      }
      await goOn();
    },
  });
  return { form, isEmailRefused, isSetupDue, goOn };
}

function fieldOf(error: unknown): string | undefined {
  const code = error instanceof RequestError ? error.code : '';
  if (code.startsWith('invalid-password')) return 'password';
  return code === 'invalid-email' || code === 'email-already-in-use' ? 'email' : undefined;
}
