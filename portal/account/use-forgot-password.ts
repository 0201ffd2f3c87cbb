import { useRef, useState } from 'react';
import { accountMessages } from '../messages/account.ts';
import { membership } from '../session/clients.ts';
import { messageOf } from '../session/message-of.ts';
import { newCodeMessage, tellWait } from '../session/new-code.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Form } from '../../ui/use-form.ts';
import { checkCodeRequest, checkNewPassword } from './password-reset.ts';
import { useKeptForm } from './use-kept-form.ts';
import type { KeptForm } from './use-kept-form.ts';

/** Asks for a code; `onSent` gets the address it went to. */
export function useCodeRequest(onSent: (email: string) => void): KeptForm {
  const form = useKeptForm({
    check: checkCodeRequest,
    async send(values) {
      const email = values['email']!.trim();
      try {
        tellWait(await membership.sendMemberResetPasswordEmail({ email }));
      } catch (error) {
        return form.fail([{ field: 'email', message: messageOf(error, accountMessages.resetFailed) }]);
      }
      onSent(email);
    },
  });
  return form;
}

/** Sets the new password with the code that was sent to `email`. */
export function useNewPassword(email: string, onChanged: () => void): Form {
  const form = useForm({
    check: checkNewPassword,
    async send(values) {
      try {
        await membership.resetMemberPassword({ token: values['code']!, newPassword: values['password']!, email });
      } catch (error) {
        return form.fail([{ message: messageOf(error, accountMessages.resetFailed) }]);
      }
      onChanged();
    },
  });
  return form;
}

/** Sends another code, once at a time. */
export function useResend(email: string, form: Form): { resend: () => Promise<void>; isSending: boolean } {
  const [isSending, setSending] = useState(false);
  const running = useRef(false);

  async function resend(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setSending(true);
    try {
      const answer = await membership.sendMemberResetPasswordEmail({ email });
      form.clear();
      toast(newCodeMessage(answer));
    } catch (error) {
      form.fail([{ message: messageOf(error, accountMessages.resetFailed) }]);
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return { resend, isSending };
}
