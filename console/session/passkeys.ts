import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { messageOf } from './message-of.ts';

/** What the service asks of a browser, as its answer holds it. */
type Asked = Record<string, unknown>;

/** A passkey's answer, as the service takes it. */
export interface Credential {
  id: string;
  rawId: string;
  type: 'public-key';
  response: Record<string, unknown>;
  [more: string]: unknown;
}

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => browserSupportsWebAuthn();

/** Asks for a passkey. With `isAutofill` the browser offers it in the field for the address, and waits for a choice. */
export async function askPasskey(asked: Asked, { isAutofill = false } = {}): Promise<Credential> {
  const optionsJSON = asked as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })) as unknown as Credential;
}

/** Has the browser make a passkey. */
export async function makePasskey(asked: Asked): Promise<Credential> {
  const optionsJSON = asked as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as unknown as Credential;
}

/** What to say where a passkey came to nothing: a closed dialog of the browser is no fault. */
export function passkeyMessage(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your account already.';
  if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name))
    return 'The passkey was not used: the browser’s question was closed, or took too long. You can try again.';
  if (error instanceof WebAuthnError)
    return 'The browser could not use a passkey here. Try another device, or another way.';
  return messageOf(error);
}

/** A name for a new passkey, by what the browser says of the device: "Chrome on Linux". */
export function suggestedName(agent = navigator.userAgent): string {
  const browsers: [RegExp, string][] = [
    [/Edg\//, 'Edge'],
    [/Firefox\//, 'Firefox'],
    [/Chrome\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ];
  const systems: [RegExp, string][] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'Mac'],
    [/Linux|CrOS/, 'Linux'],
  ];
  const of = (names: typeof browsers) => names.find(([sign]) => sign.test(agent))?.[1];
  const [browser, system] = [of(browsers), of(systems)];
  return browser && system ? `${browser} on ${system}` : 'My device';
}
