import { captchaCalls, challengesPerClient } from '../../../contract/calls/captcha.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { openChallenge } from './captcha.ts';

/** The call that hands out a puzzle. */
export function captchaRoutes(app: Http, services: Services): void {
  serving(app, captchaCalls)('GET /captcha/challenge', async ({ site, query, clientAddress }) => {
    await services.limits.take(challengesPerClient, clientAddress);
    return { data: await openChallenge(services, site, query.action) };
  });
}
