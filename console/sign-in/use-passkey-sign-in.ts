import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent, useState } from 'react';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { askPasskey, passkeyMessage, type Credential } from '../session/passkeys.ts';

/** Signs in by a passkey alone: on a press, or as the browser offers it in the field for the address. */
export function usePasskeySignIn(onSignedIn: () => Promise<void>) {
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();

  async function signInWith(credential: Credential) {
    setAsking(true);
    setFault(undefined);
    try {
      await send('POST /console/api/sign-in/passkey', { credential });
      await onSignedIn();
    } catch (error) {
      setFault(messageOf(error));
    }
    setAsking(false);
  }

  async function ask(isAutofill: boolean): Promise<Credential> {
    const { data: asked } = await send('POST /console/api/sign-in/passkey/options');
    return askPasskey(asked, { isAutofill });
  }

  const offer = useEffectEvent(async (isLeft: () => boolean) => {
    if (!(await browserSupportsWebAuthnAutofill()) || isLeft()) return;
    // Autofill (conditional mediation) waits as long as the page is open; ending without a choice is no error.
    const credential = await ask(true).catch(() => undefined);
    if (credential && !isLeft()) await signInWith(credential);
  });
  useEffect(() => {
    let hasLeft = false;
    // It sets state when the browser has answered, not now.
    // oxlint-disable-next-line react/set-state-in-effect
    void offer(() => hasLeft);
    return () => {
      hasLeft = true;
      WebAuthnAbortService.cancelCeremony();
    };
  }, []);

  return {
    isAsking,
    fault,
    /** Ends the offer in the field: a browser answers one question at a time. */
    endAutofill: () => WebAuthnAbortService.cancelCeremony(),
    async signIn() {
      setAsking(true);
      setFault(undefined);
      const credential = await ask(false).catch((error: unknown) => {
        setFault(passkeyMessage(error));
        setAsking(false);
      });
      if (credential) await signInWith(credential);
    },
  };
}
