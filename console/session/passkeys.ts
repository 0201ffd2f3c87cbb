import type { ConsoleCalls } from '../../contract/console-calls.ts';
import type { CreationOptions, RequestOptions } from '../../contract/second-factor.ts';
import * as browser from '../../ui/passkeys.ts';
import { messageOf } from './message-of.ts';

/** What the service asks of a browser. Its own library judges the answer, so that the console's calls leave its parts open. */
type Asked = Record<string, unknown>;
/** A passkey's answer, as the console's calls take it. */
export type Credential = ConsoleCalls['POST /console/api/sign-in/passkey']['body']['credential'];

/** Asks for a passkey. With `isAutofill` the browser offers it in the field for the address, and waits for a choice. */
export const askPasskey = (asked: Asked, options?: { isAutofill?: boolean }): Promise<Credential> =>
  browser.askPasskey(asked as unknown as RequestOptions, options);

/** Has the browser make a passkey. */
export const makePasskey = (asked: Asked): Promise<Credential> =>
  browser.makePasskey(asked as unknown as CreationOptions);

/** What to say where a passkey came to nothing. */
export const passkeyMessage = (error: unknown): string => browser.passkeyFault(error) ?? messageOf(error);
