import { useCallback, useEffect, useRef, useState } from 'react';
import { codeMessages } from '../messages/codes.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { setChangedMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { newCodeMessage, type AskedCode } from '../session/new-code.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Form } from '../../ui/use-form.ts';
import { payments } from '../session/payment-client.ts';
import { useIsShown } from './use-is-shown.ts';

export interface AddressProof {
  form: Form;
  /** Has the first code mailed, once. */
  request: () => void;
  isSending: boolean;
  /** When the code comes. */
  told: string;
  resend: () => Promise<void>;
}

/**
 * Proves the member's address by a mailed code.
 *
 * @param onProved called once it is, unless the dialog has been left; the member's record says so by then
 */
export function useAddressProof(onProved: () => void): AddressProof {
  const [isSending, setSending] = useState(false);
  const running = useRef(false);
  const isRequested = useRef(false);
  const { told, tell } = useToldForNow();
  const isShown = useIsShown();

  const form = useForm({
    check: ({ code }) => (code ? [] : [{ field: 'code', message: codeMessages.missing }]),
    async send(values) {
      try {
        setChangedMember(await payments.proveAddress(values['code']!));
      } catch (error) {
        return form.fail([{ field: 'code', message: messageOf(error, enrolMessages.notProved) }]);
      }
      if (isShown.current) onProved();
    },
  });
  const { fail, clear } = form;

  /** @param say what the member hears once the code is on its way */
  async function send(say: (asked: AskedCode) => string): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setSending(true);
    try {
      const asked: AskedCode = await payments.sendAddressCode();
      tell(say(asked), asked);
      return true;
    } catch (error) {
      fail([{ message: messageOf(error, enrolMessages.codeNotSent) }]);
      return false;
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return {
    form,
    isSending,
    told,
    // The same function each time, for an effect; what it calls does not change what it does.
    request: useCallback(() => {
      if (isRequested.current) return;
      isRequested.current = true;
      void send(whenFirstComes);
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, []),
    async resend() {
      if (await send((asked) => newCodeMessage(asked).text)) clear();
    },
  };
}

const whenFirstComes = ({ mailAfterSeconds }: AskedCode): string =>
  mailAfterSeconds === undefined ? codeMessages.takes : codeMessages.waits(String(mailAfterSeconds));

/**
 * Says when a code comes, as long as that is so. In the dialog: a passing message would lie behind it, where screen
 * readers do not announce it.
 */
function useToldForNow() {
  const [told, setTold] = useState<{ text: string; forMs: number | undefined }>();
  useEffect(() => {
    if (told?.forMs === undefined) return undefined;
    const timer = setTimeout(() => setTold(undefined), told.forMs);
    return () => clearTimeout(timer);
  }, [told]);
  return {
    told: told?.text ?? codeMessages.takes,
    tell: (text: string, { mailAfterSeconds }: AskedCode) =>
      setTold({ text, forMs: mailAfterSeconds === undefined ? undefined : mailAfterSeconds * 1_000 }),
  };
}
