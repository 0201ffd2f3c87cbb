import * as z from 'zod/mini';
import { setCookie } from '../../platform/http/cookies.ts';
import { servePlainPages } from '../../platform/http/plain-pages.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';
import { logIn } from '../sign-in/log-in/log-in.ts';
import { findDemonstrationMember, readDemonstrationData } from './demonstration.ts';

const SignInForm = z.object({ email: z.string().check(z.maxLength(320)) });

/** Options of the demonstration's routes. */
export interface DemonstrationRoutesOptions {
  /** Path that a member of our own pages is redirected to after log-in. */
  home: string;
}

/** Sample data, and one-press log-in as a demonstration member. Never mounted in production. */
export function demonstrationRoutes(app: Http, services: Services, { home }: DemonstrationRoutesOptions): void {
  app.get('/dev/demo.json', async () => readDemonstrationData(services));
  servePlainPages(app, services, (pages) => {
    // Log-in with the password that the configuration says, so one press can do no more than that password can. Only
    // our own origin may post the form: another page would log its visitors in to an account they do not know (login
    // CSRF).
    pages.post('/dev/sign-in', { schema: { body: SignInForm } }, async ({ body, clientAddress, headers }, reply) => {
      const member = findDemonstrationMember(body.email);
      const site = member && (await services.sites.get(member.siteId));
      if (!site?.ownPages) throw new Refusal('member-not-found');
      const { email, password } = member!;
      const { session } = await logIn(services, {
        site,
        email,
        password,
        clientAddress,
        userAgent: headers['user-agent'],
      });
      return setCookie(reply, services.appUrl, sessionCookie(session.token)).redirect(home, 303);
    });
  });
}
