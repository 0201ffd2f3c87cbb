import { defineCalls } from '../call.ts';
import { ChallengeAnswer, ChallengeQuery } from '../captcha.ts';

/** Puzzles of the captcha. */
export const captchaCalls = defineCalls({
  'GET /captcha/challenge': {
    caller: 'visitor',
    query: ChallengeQuery,
    answer: ChallengeAnswer,
    refusals: ['not-found'],
  },
});
