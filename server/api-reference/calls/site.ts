import type { CallGroup } from '../call-note.ts';
import { member, plan, site } from '../example-objects.ts';

const sessionData = { sessionId: '7t0c3p6v8n2b4h8d2k9s1w5x' };
const visit = { browser: 'FIREFOX', os: 'LINUX', screenSize: 'DESKTOP', ...sessionData };

export const siteCalls: CallGroup = {
  title: 'Site',
  about:
    'What any visitor may know of a site: its plans, fields, gated addresses, ways to sign in and branding; and the counts of its pages.',
  calls: {
    'GET /app': {
      summary: 'Read the site',
      caller: 'visitor',
      example: { answer: { data: site } },
    },
    'GET /app-member': {
      summary: 'Read the site and the current member',
      about: 'As clients of before ask for it. The member is null for visitors and for a session that has ended.',
      caller: 'visitor',
      example: { query: { trackPageView: 'false' }, answer: { data: { app: site, member, sessionData } } },
    },
    'POST /app-member': {
      summary: 'Read the site and the current member',
      about:
        'The member is null for visitors and for a session that has ended. With `trackPageView` the visit is counted as by `POST /page-view`. `email` and `password`, which some clients copy beside `data`, are not looked at.',
      caller: 'visitor',
      example: {
        body: { data: { trackPageView: true, sessionData: visit } },
        answer: { data: { app: site, member, sessionData } },
      },
    },
    'POST /page-view': {
      summary: 'Count a page view',
      about:
        'Numbers per site and day are all that is kept: views, browsers, systems, screens and paths without what could tell of a person. The session id goes back to the client and is stored nowhere. What is not as expected is passed over, never refused.',
      caller: 'visitor',
      example: { body: { data: { sessionData: visit } }, answer: { data: { sessionData } } },
    },
    'POST /event': {
      summary: 'Count an event',
      about: 'Takes any object. Its `type` is counted per site and day if it is a plain name; nothing else is kept.',
      caller: 'visitor',
      example: { body: { type: 'video-started' }, answer: { data: {} } },
    },
    'GET /captcha/challenge': {
      summary: 'Ask for a puzzle',
      about:
        'For a site whose `captcha.service` is `altcha`. The solved puzzle is sent with the sign-up as `captchaToken`: `{challenge, solution}` as JSON in base64. It is good for ten minutes, for this site and action, once.',
      caller: 'visitor',
      errors: ['not-found'],
      example: {
        query: { action: 'signup' },
        answer: {
          data: {
            parameters: {
              algorithm: 'PBKDF2/SHA-256',
              cost: 2000,
              data: { action: 'signup', site: 'app_demo' },
              expiresAt: 1795278734,
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
    'GET /app/plans/:planId': {
      summary: 'Read one plan',
      caller: 'visitor',
      errors: ['plan-not-found'],
      example: { params: { planId: 'pln_demo_maker' }, answer: { data: plan } },
    },
  },
};
