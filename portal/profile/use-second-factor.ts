import { useState } from 'react';
import type { SecondFactor, ShownPasskey } from '../../contract/second-factor.ts';
import { makePasskey, passkeyFault } from '../../ui/passkeys.ts';
import { suggestedName } from '../../shared/device-name.ts';
import type { ToastMessage } from '../../ui/toast-message.ts';
import { toast } from '../../ui/toast.ts';
import { secondFactorMessages } from '../messages/second-factor.ts';
import { setAnswer } from '../session/answers.ts';
import { messageOf } from '../session/message-of.ts';
import { security } from '../session/security-client.ts';
import { useAnswer } from '../session/use-answer.ts';
import { secondFactorQuestion } from './second-factor-question.ts';
import type { RecentProof } from './use-recent-proof.ts';

type Changed = SecondFactor & { newRecoveryCodes?: string[] | undefined };

export interface SecondFactorState {
  methods: SecondFactor | undefined;
  isMissing: boolean;
  /** What is under way: `passkey`, `authenticator`, `codes`, or a passkey's id. */
  busy: string | undefined;
  /** What went wrong last. */
  fault: string | undefined;
  /** Of an authenticator app that waits for its first code. */
  secret: { secret: string; uri: string } | undefined;
  /** Recovery codes that are shown this once. */
  newCodes: string[] | undefined;
  refetch: () => void;
  addPasskey: () => void;
  removePasskey: (passkey: ShownPasskey) => void;
  beginAuthenticator: () => void;
  /** @throws RequestError for a wrong code */
  confirmAuthenticator: (code: string) => Promise<void>;
  removeAuthenticator: () => void;
  renewCodes: () => void;
  /** Closes the dialog of the secret, or of the codes. */
  close: () => void;
}

/** Passkeys, authenticator app and recovery codes of the member. @param isShown whether it is on screen */
export function useSecondFactor(isShown: boolean, { isAsking, withProof }: RecentProof): SecondFactorState {
  const { data, isError, refetch } = useAnswer(secondFactorQuestion, { enabled: isShown });
  const [busy, setBusy] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [secret, setSecret] = useState<SecondFactorState['secret']>();
  const [newCodes, setNewCodes] = useState<string[]>();

  function take({ newRecoveryCodes, ...methods }: Changed, told?: ToastMessage): void {
    setAnswer(secondFactorQuestion, methods);
    setNewCodes(newRecoveryCodes);
    if (told) toast(told);
  }

  async function run(what: string, work: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return;
    setBusy(what);
    setFault(undefined);
    try {
      await withProof(work);
    } catch (error) {
      setFault(passkeyFault(error) ?? messageOf(error, secondFactorMessages.changeFailed));
    } finally {
      setBusy(undefined);
    }
  }

  return {
    methods: data,
    isMissing: data === undefined && isError,
    // While the member is asked for a proof, nothing is under way.
    busy: isAsking ? undefined : busy,
    fault,
    secret,
    newCodes,
    refetch,
    addPasskey: () =>
      void run('passkey', async () => {
        const { data: options } = await security.beginPasskey();
        const credential = await makePasskey(options);
        take(
          (await security.addPasskey({ name: suggestedName(navigator.userAgent), credential })).data,
          secondFactorMessages.passkeyAdded,
        );
      }),
    removePasskey: ({ id }) =>
      void run(id, async () => take((await security.removePasskey({ id })).data, secondFactorMessages.passkeyRemoved)),
    beginAuthenticator: () =>
      void run('authenticator', async () => setSecret((await security.beginAuthenticator()).data)),
    async confirmAuthenticator(code) {
      await withProof(async () => {
        const { data: changed } = await security.confirmAuthenticator({ code });
        setSecret(undefined);
        take(changed, secondFactorMessages.authenticatorAdded);
      });
    },
    removeAuthenticator: () =>
      void run('authenticator', async () =>
        take((await security.removeAuthenticator()).data, secondFactorMessages.authenticatorRemoved),
      ),
    renewCodes: () => void run('codes', async () => take((await security.renewRecoveryCodes()).data)),
    close() {
      setSecret(undefined);
      setNewCodes(undefined);
    },
  };
}
