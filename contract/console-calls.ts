import type { Exchanges } from './call.ts';
import type { ownAccountCalls } from './console/own-account.ts';
import type { staffSignInCalls } from './console/sign-in.ts';
import type { staffCalls } from './console/staff.ts';

/** Calls that the console makes, as plain types. */
export type ConsoleCalls = Exchanges<typeof ownAccountCalls & typeof staffSignInCalls & typeof staffCalls>;
