import { useEffect, useState } from 'react';
import { RequestError } from '../../client/request.ts';
import type { AuthenticatorSecret } from '../../ui/authenticator-setup.tsx';
import { makePasskey, passkeyFault } from '../../ui/passkeys.ts';
import { suggestedName } from '../../shared/device-name.ts';
import { useForm, type Form } from '../../ui/use-form.ts';
import { secondFactorMessages } from '../messages/second-factor.ts';
import { holdPage } from '../session/guard.ts';
import { knownMember, refreshMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { security } from '../session/security-client.ts';

export interface FactorSetupState {
  /** Of the way that is chosen. */
  busy: 'passkey' | 'authenticator' | undefined;
  /** What went wrong last, while a way is chosen. */
  fault: string | undefined;
  /** Of an authenticator app that waits for its first code. */
  secret: AuthenticatorSecret | undefined;
  /** Shown this once. */
  recoveryCodes: readonly string[] | undefined;
  addPasskey: () => Promise<void>;
  beginAuthenticator: () => Promise<void>;
  chooseAgain: () => void;
  /** For the first code of the app. */
  codeForm: Form;
  /** For what says that the recovery codes are kept. */
  keptForm: Form;
}

/** The set-up of a second factor, at a log-in that was refused for it. @param onDone once the member is logged in */
export function useFactorSetup(onDone: () => Promise<void>): FactorSetupState {
  const [busy, setBusy] = useState<FactorSetupState['busy']>();
  const [fault, setFault] = useState<string>();
  const [secret, setSecret] = useState<AuthenticatorSecret>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();

  async function run(way: NonNullable<typeof busy>, work: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return;
    setBusy(way);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(passkeyFault(error) ?? whatFailed(error));
    } finally {
      setBusy(undefined);
    }
  }

  const codeForm = useForm({
    check: ({ code = '' }) =>
      code.length === 6 ? [] : [{ field: 'code', message: secondFactorMessages.digitsMissing }],
    async send({ code = '' }) {
      try {
        setRecoveryCodes((await security.confirmAuthenticator({ code })).data.newRecoveryCodes ?? []);
      } catch (error) {
        codeForm.fail([{ field: 'code', message: whatFailed(error) }]);
      }
    },
  });

  const keptForm = useForm({
    check: ({ kept }) => (kept ? [] : [{ field: 'kept', message: secondFactorMessages.codesNotKept }]),
    async send() {
      try {
        await refreshMember();
        // Where the service could not be asked, the next page would ask for a log-in.
        if (!knownMember()) return keptForm.fail([{ message: secondFactorMessages.stepFailed }]);
        await onDone();
      } catch (error) {
        keptForm.fail([{ message: messageOf(error, secondFactorMessages.stepFailed) }]);
      }
    },
  });

  // With the factor the session counts, and the guard would lead a member away from the codes.
  const isHeld = busy === 'passkey' || codeForm.pending || recoveryCodes !== undefined;
  useEffect(() => (isHeld ? holdPage() : undefined), [isHeld]);

  return {
    busy,
    fault,
    secret,
    recoveryCodes,
    codeForm,
    keptForm,
    addPasskey: () =>
      run('passkey', async () => {
        const credential = await makePasskey((await security.beginPasskey()).data);
        const added = await security.addPasskey({ name: suggestedName(navigator.userAgent), credential });
        setRecoveryCodes(added.data.newRecoveryCodes ?? []);
      }),
    beginAuthenticator: () => run('authenticator', async () => setSecret((await security.beginAuthenticator()).data)),
    chooseAgain() {
      codeForm.clear();
      setSecret(undefined);
    },
  };
}

/** The token of a set-up ends after half an hour. */
const whatFailed = (error: unknown): string =>
  error instanceof RequestError && error.code === 'login-required'
    ? secondFactorMessages.setupEnded
    : messageOf(error, secondFactorMessages.changeFailed);
