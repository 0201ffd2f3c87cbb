import { defineCalls } from '../call.ts';

export const captchaCalls = defineCalls({
  'GET /captcha/challenge': {
    caller: 'visitor',
    // SCHEMA server/membership/captcha/captcha.routes.ts { schema: { querystring: ChallengeQuery, response: { 200: ChallengeAnswer } } }
    refusals: ['not-found'],
  },
});
