import { defineCalls, type LimitRule } from '../call.ts';
import { ChallengeAnswer, ChallengeQuery } from '../captcha.ts';

/** Far more than people behind one address need, and too few to keep us busy. */
export const challengesPerClient: LimitRule = { name: 'captcha-challenge', per: 'network', points: 300, seconds: 600 };

/** Puzzles of the captcha. */
export const captchaCalls = defineCalls({
  'GET /captcha/challenge': {
    caller: 'visitor',
    query: ChallengeQuery,
    answer: ChallengeAnswer,
    limits: [challengesPerClient],
    refusals: ['not-found'],
  },
});
