import { relyingPartyOf, type RelyingParty } from '../../platform/second-factor/passkeys.ts';

/** Challenges of the console are refused at every site. */
export const consoleAudience = 'console';

/** The console's own domain, as browsers tell sites apart. */
export const consoleParty = (appUrl: string): RelyingParty => relyingPartyOf(appUrl, 'Intake');

/** Where a passkey is asked for in a session: a challenge of one session is refused in another. */
export const inSession = (appUrl: string, sessionId: string) => ({
  relyingParty: consoleParty(appUrl),
  audience: consoleAudience,
  boundTo: `session ${sessionId}`,
});
