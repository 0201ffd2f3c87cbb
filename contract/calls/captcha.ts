import { defineCalls, type CallSubject, type LimitRule } from '../call.ts';
import { ChallengeAnswer, ChallengeQuery } from '../captcha.ts';

/** Far more than people behind one address (NAT) need, and too few to exhaust the server. */
export const challengesPerClient: LimitRule = { name: 'captcha-challenge', per: 'network', points: 300, seconds: 600 };

/** Puzzles of the captcha. */
export const captchaCalls = defineCalls({
  'GET /captcha/challenge': {
    summary: 'Ask for a puzzle',
    about:
      'For a site whose `captcha.service` is `altcha`. The solved puzzle is sent with the sign-up as `captchaToken`: `{challenge, solution}` as JSON in base64. It is good for ten minutes, for this site and action, once.',
    caller: 'visitor',
    query: ChallengeQuery,
    answer: ChallengeAnswer,
    limits: [challengesPerClient],
    refusals: ['not-found'],
    example: {
      query: { action: 'signup' },
      answer: {
        data: {
          parameters: {
            algorithm: 'PBKDF2/SHA-256',
            cost: 2000,
            data: { action: 'signup', site: 'app_demo', expiresAtSeconds: '1795278734' },
            keyLength: 32,
            keyPrefix: 'a0c4f46de85a37aa959afa482837a537',
            keySignature: '841e4b9799f5ee9adeb0dc675aeb83e9b4347a2150314105382a4aaed3cece4c',
            nonce: 'c8a5331c63860f591eac3db6be3e7677',
            salt: '9722c39fd8d0dda832e1b24f2e415412',
          },
          signature: '831e1420302660336b1644786e6d423d7edf1af8e59db75a461053c5a26de1e1',
        },
      },
    },
  },
});

/** What the API reference says of them. */
export const captchaSubject: CallSubject = {
  title: 'Captcha',
  about:
    'Where the site says `captchaRequired`, a sign-up carries a `captchaToken`: of the puzzle below, or of the service `captcha.service` names, made with `captcha.siteKey`.',
  calls: captchaCalls,
};
