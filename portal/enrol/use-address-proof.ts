import { useCallback, useRef, useState } from 'react';
import { codeMessages } from '../messages/codes.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { enrolment } from '../session/clients.ts';
import { setMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { tellNewCode, tellWait } from '../session/new-code.ts';
import { useForm } from '../ui/use-form.ts';
import type { Form } from '../ui/use-form.ts';

export interface AddressProof {
  form: Form;
  /** Has the first code mailed, once. */
  request: () => void;
  isSending: boolean;
  resend: () => Promise<void>;
}

/**
 * Proves the member's address by a mailed code.
 *
 * @param onProved called once it is; the member's record says so by then
 */
export function useAddressProof(onProved: () => void): AddressProof {
  const [isSending, setSending] = useState(false);
  const running = useRef(false);
  const isRequested = useRef(false);

  const form = useForm({
    check: ({ code }) => (code ? [] : [{ field: 'code', message: codeMessages.missing }]),
    async send(values) {
      try {
        setMember(await enrolment.proveAddress(values['code']!));
      } catch (error) {
        return form.fail([{ field: 'code', message: messageOf(error, enrolMessages.notProved) }]);
      }
      onProved();
    },
  });
  const { fail, clear } = form;

  /** @param tell says what the member hears once the code is on its way */
  async function send(tell: typeof tellWait | typeof tellNewCode): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setSending(true);
    try {
      tell(await enrolment.sendAddressCode());
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
    // The same function each time, for an effect; what it calls does not change what it does.
    request: useCallback(() => {
      if (isRequested.current) return;
      isRequested.current = true;
      void send(tellWait);
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, []),
    async resend() {
      if (await send(tellNewCode)) clear();
    },
  };
}
