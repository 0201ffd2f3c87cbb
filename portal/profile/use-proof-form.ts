import { useRef, useState } from 'react';
import { codeMessages } from '../messages/codes.ts';
import { securityMessages } from '../messages/security.ts';
import { messageOf } from '../session/message-of.ts';
import { newCodeMessage } from '../session/new-code.ts';
import { security } from '../session/security-client.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Form } from '../../ui/use-form.ts';

export type ProofWay = 'password' | 'code';

export interface ProofForm {
  form: Form;
  way: ProofWay;
  isSending: boolean;
  /** What became of the code that was asked for. */
  told: string;
  /** Has a code mailed and asks for that instead. */
  sendCode: () => Promise<void>;
}

/** Proves who the member is, by their password or a mailed code. @param first what is asked for at first */
export function useProofForm(first: ProofWay, onProved: () => void): ProofForm {
  const [way, setWay] = useState(first);
  const [told, setTold] = useState('');
  const [isSending, setSending] = useState(false);
  const running = useRef(false);

  const form = useForm({
    check: (values) => checkProof(way, values),
    async send({ password = '', code = '' }) {
      try {
        await security.proveMember(way === 'password' ? { password } : { code });
      } catch (error) {
        return form.fail([{ field: way, message: messageOf(error, securityMessages.notProved) }]);
      }
      onProved();
    },
  });

  async function sendCode(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setSending(true);
    try {
      const asked = await security.sendProofCode();
      form.clear();
      setTold(way === 'code' ? newCodeMessage(asked).text : firstCode(asked.mailAfterSeconds));
      setWay('code');
    } catch (error) {
      form.fail([{ message: messageOf(error, securityMessages.codeNotSent) }]);
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return { form, way, isSending, told, sendCode };
}

function checkProof(way: ProofWay, values: FormValues): Problem[] {
  if (values[way]) return [];
  return [{ field: way, message: way === 'code' ? codeMessages.missing : securityMessages.passwordMissing }];
}

const firstCode = (mailAfterSeconds: number | undefined): string =>
  mailAfterSeconds === undefined ? codeMessages.takes : codeMessages.waits(String(mailAfterSeconds));
