import {
  ConnectTicketAnswer,
  DisconnectProviderAnswer,
  DisconnectProviderRequest,
} from '../../../contract/providers.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../site-scope.ts';
import { createTicket } from './attempts.ts';
import { disconnectProvider } from './connect-provider.ts';

/** The providers of a member who is signed in. */
export function providerRoutes(app: Http, services: Services, scope: SiteScope): void {
  /** For clients of our own, so that the token never stands in an address. */
  app.post(
    '/member/connect-provider/ticket',
    { schema: { response: { 200: ConnectTicketAnswer } } },
    async (request) => {
      const session = await scope.requireMember(request);
      if (!session.provedRecently) throw new Refusal('recent-login-required');
      return { data: { ticket: await createTicket(services.db, session) } };
    },
  );

  app.post(
    '/member/disconnect-provider',
    { schema: { body: DisconnectProviderRequest, response: { 200: DisconnectProviderAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      const { site, body } = request;
      const data = await disconnectProvider(services, { site, memberId, key: body.provider });
      return { data, _internalUseOnly: { message: data.message } };
    },
  );
}
