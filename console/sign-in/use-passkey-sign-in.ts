import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent, useState } from 'react';
import { send } from '../session/client.ts';
import { askPasskey, isPasskeyEnded, passkeyMessage } from '../session/passkeys.ts';

/** Signs in by a passkey alone: on a press, or as the browser offers it in the field for the address. */
export function usePasskeySignIn(onSignedIn: () => Promise<void>) {
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();

  async function signInWith(isAutofill: boolean) {
    const { data: asked } = await send('POST /console/api/sign-in/passkey/options');
    const credential = await askPasskey(asked, { isAutofill });
    setAsking(true);
    await send('POST /console/api/sign-in/passkey', { credential });
    await onSignedIn();
  }

  const offer = useEffectEvent(async (isLeft: () => boolean) => {
    if (!(await browserSupportsWebAuthnAutofill()) || isLeft()) return;
    try {
      await signInWith(true);
    } catch (error) {
      setAsking(false);
      // It waits as long as the page is open: its end without a choice is nobody's fault.
      if (!isLeft() && !isPasskeyEnded(error)) setFault(passkeyMessage(error));
    }
  });
  useEffect(() => {
    let hasLeft = false;
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
      try {
        await signInWith(false);
      } catch (error) {
        setFault(passkeyMessage(error));
      }
      setAsking(false);
    },
  };
}
