import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SecondStepNeeded } from '../../contract/second-factor.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { toast } from '../../ui/toast.ts';
import { accountMessages } from '../messages/account.ts';
import { secondFactorMessages } from '../messages/second-factor.ts';
import { usePartner } from '../partner/partner.tsx';
import { knownMember, setMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { isSetupNeeded, neededStep } from '../session/needed-step.ts';
import { login } from '../session/sign-in.ts';
import { standingOf } from '../session/standing.ts';
import { readWanted, wantedOrStart } from '../session/wanted-path.ts';
import { checkLogin } from './credentials.ts';
import { isInMenu } from './in-menu.ts';
import { useKeptForm } from './use-kept-form.ts';
import type { KeptForm } from './use-kept-form.ts';

export interface Login {
  form: KeptForm;
  /** The second step, once the password was right, for a member who has one. */
  second: (SecondStepNeeded & { step: string }) | undefined;
  /** Whether a second factor has to be set up first: the site requires one, and the member has none. */
  isSetupDue: boolean;
  /** Goes on once it is set up. */
  goOn: () => Promise<void>;
  startAgain: () => void;
  isAskingPasskey: boolean;
  /** Logs in with a passkey alone. */
  enterByPasskey: () => Promise<void>;
  /** Takes over a member who has logged in, and goes on. */
  arrive: (member: StudentMember) => Promise<void>;
}

/** Fetched after the page: most members log in with a password. */
const passkeys = () => import('./passkey-login.ts');
/** Ends the browser's offer; without its code there is none. */
const endOffer = () =>
  void passkeys().then(
    (code) => code.endOffer(),
    () => undefined,
  );

export function useLogin(): Login {
  const partner = usePartner();
  const navigate = useNavigate();
  const [second, setSecond] = useState<Login['second']>();
  const [isSetupDue, setSetupDue] = useState(false);
  const [isAskingPasskey, setAskingPasskey] = useState(false);

  async function goOn(): Promise<void> {
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
  }

  const form = useKeptForm({
    check: checkLogin,
    async send(values) {
      try {
        await login({ email: values['email']!.trim(), password: values['password']! });
      } catch (error) {
        const needed = neededStep(error);
        if (needed || isSetupNeeded(error)) {
          endOffer();
          setSetupDue(!needed);
          return setSecond(needed);
        }
        return form.fail([{ message: messageOf(error, accountMessages.loginFailed) }]);
      }
      await goOn();
    },
  });

  async function arrive(member: StudentMember): Promise<void> {
    setMember(member);
    await goOn();
  }

  const offer = useEffectEvent(async (hasLeft: () => boolean) => {
    const { offerPasskey } = await passkeys();
    const member = hasLeft() ? undefined : await offerPasskey();
    if (member && !hasLeft()) await arrive(member);
  });
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return undefined;
    let isLeft = false;
    // A failure is ignored: the visitor has not asked for it.
    void offer(() => isLeft).catch(() => undefined);
    return () => {
      isLeft = true;
      endOffer();
    };
  }, []);

  return {
    form,
    second,
    isSetupDue,
    goOn,
    startAgain() {
      setSecond(undefined);
      setSetupDue(false);
    },
    isAskingPasskey,
    arrive,
    async enterByPasskey() {
      if (isAskingPasskey) return;
      setAskingPasskey(true);
      try {
        const { logInWithPasskey, passkeyMessage } = await passkeys();
        await logInWithPasskey().then(arrive, (error: unknown) => form.fail([{ message: passkeyMessage(error) }]));
      } catch {
        // Its code did not come, or that of the page behind the log-in.
        form.fail([{ message: secondFactorMessages.passkeyFailed }]);
      } finally {
        setAskingPasskey(false);
      }
    },
  };
}
