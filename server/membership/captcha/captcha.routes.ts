import { ChallengeAnswer, ChallengeQuery } from '../../../contract/captcha.ts';
import type { LimitRule } from '../../platform/http/limits.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { openChallenge } from './captcha.ts';

/** Far more than people behind one address need, and too few to keep us busy. */
const challengesPerClient: LimitRule = { name: 'captcha-challenge', points: 300, seconds: 600 };

export function captchaRoutes(app: Http, services: Services): void {
  app.get(
    '/captcha/challenge',
    { schema: { querystring: ChallengeQuery, response: { 200: ChallengeAnswer } } },
    async ({ site, query, clientAddress }) => {
      await services.limits.take(challengesPerClient, clientAddress);
      return { data: await openChallenge(services, site, query.action) };
    },
  );
}
