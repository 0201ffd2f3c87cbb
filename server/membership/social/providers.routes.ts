import { providerCalls } from '../../../contract/calls/providers.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { requireRecentProof } from '../sessions/sessions.ts';
import { createTicket } from './attempts.ts';
import { disconnectProvider } from './connect-provider.ts';

/** The providers of a member who is signed in. */
export function providerRoutes(app: Http, services: Services): void {
  const serve = serving(app, providerCalls);

  /** For clients of our own, so that the token never stands in an address. */
  serve('POST /member/connect-provider/ticket', async ({ signedIn: session }) => {
    requireRecentProof(session);
    return { data: { ticket: await createTicket(services.db, session) } };
  });

  serve('POST /member/disconnect-provider', async ({ site, body, signedIn: session }) => {
    const data = await disconnectProvider(services, { site, session, key: body.provider });
    return { data, _internalUseOnly: { message: data.message } };
  });
}
