import { providerCalls } from '../../../contract/calls/providers.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { requireRecentProof } from '../sessions/sessions.ts';
import { createTicket } from './attempts.ts';
import { disconnectProvider } from './connect-provider.ts';

/** Calls for a member's own providers. */
export function providerRoutes(app: Http, services: Services): void {
  const serve = serving(app, providerCalls);

  // For our own clients: the session token must not stand in an address (ASVS 14.2.1).
  serve('POST /member/connect-provider/ticket', async ({ signedIn: session }) => {
    requireRecentProof(session);
    const ticket = await createTicket(services.db, session);
    if (ticket === undefined) throw new Refusal('login-required');
    return { data: { ticket } };
  });

  serve('POST /member/disconnect-provider', async ({ site, body, signedIn: session }) => {
    const data = await disconnectProvider(services, { site, session, key: body.provider });
    return { data, _internalUseOnly: { message: data.message } };
  });
}
