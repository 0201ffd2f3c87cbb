import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from '../contract/second-factor.ts';

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => browserSupportsWebAuthn();

/** Asks for a passkey. With `isAutofill` the browser offers it in the field for the address, and waits for a choice. */
export async function askPasskey(options: RequestOptions, { isAutofill = false } = {}): Promise<UsedCredential> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
  return { id, rawId, type: 'public-key', response };
}

/** Has the browser make a passkey. */
export async function makePasskey(options: CreationOptions): Promise<NewCredential> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}

/**
 * What to say where a browser came to nothing: a closed dialog is no fault.
 *
 * @returns undefined for what is no matter of the browser
 */
export function passkeyFault(error: unknown): string | undefined {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your account already.';
  if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name))
    return 'The passkey was not used: the browser’s question was closed, or took too long. You can try again.';
  if (error instanceof WebAuthnError)
    return 'The browser could not use a passkey here. Try another device, or another way.';
  return undefined;
}
