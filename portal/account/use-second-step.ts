import { useState } from 'react';
import type { SecondFactorMethod } from '../../contract/second-factor.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { useForm, type Form } from '../../ui/use-form.ts';
import { secondFactorMessages } from '../messages/second-factor.ts';
import { messageOf } from '../session/message-of.ts';
import { secondStep } from '../session/second-step.ts';
import { logInWithPasskey, passkeyMessage } from './passkey-login.ts';

/** The second step of a log-in, once the password was right. */
export interface SecondStepPlan {
  step: string;
  methods: SecondFactorMethod[];
  onArrived: (member: StudentMember) => Promise<void>;
}

type CodeWay = Exclude<SecondFactorMethod, 'passkey'>;

export interface SecondStepForm {
  form: Form;
  /** What is typed; undefined for a member with passkeys alone. */
  way: CodeWay | undefined;
  /** The other kind of code, where there is one. */
  otherWay: CodeWay | undefined;
  hasPasskey: boolean;
  isAsking: boolean;
  change: () => void;
  enterByPasskey: () => Promise<void>;
}

export function useSecondStep({ step, methods, onArrived }: SecondStepPlan): SecondStepForm {
  const codeWays = methods.filter((method) => method !== 'passkey');
  const hasPasskey = methods.includes('passkey');
  const [way, setWay] = useState(codeWays.find((each) => each === 'authenticator') ?? codeWays[0]);
  const [isAsking, setAsking] = useState(false);

  const form = useForm({
    check: ({ code = '' }) => (code.trim() === '' ? [{ field: 'code', message: missing(way) }] : []),
    async send({ code = '' }) {
      if (way === undefined) return;
      try {
        const { data } = await secondStep.loginMemberSecondStep({ step, method: way, code: code.trim() });
        await onArrived(data.member);
      } catch (error) {
        form.fail([{ field: 'code', message: messageOf(error, secondFactorMessages.stepFailed) }]);
      }
    },
  });

  async function askForPasskey(): Promise<void> {
    if (isAsking) return;
    setAsking(true);
    try {
      await onArrived(await logInWithPasskey(step));
    } catch (error) {
      form.fail([{ message: passkeyMessage(error) }]);
    } finally {
      setAsking(false);
    }
  }

  return {
    form,
    way,
    otherWay: codeWays.find((each) => each !== way),
    hasPasskey,
    isAsking,
    change() {
      form.clear();
      setWay(codeWays.find((each) => each !== way));
    },
    enterByPasskey: askForPasskey,
  };
}

const missing = (way: CodeWay | undefined): string =>
  way === 'recovery-code' ? secondFactorMessages.recoveryMissing : secondFactorMessages.digitsMissing;
