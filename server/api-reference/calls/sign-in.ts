import { signInCalls } from '../../../contract/calls/sign-in.ts';
import { describeCalls } from '../call-note.ts';
import { auth, sent } from '../example-objects.ts';

const context = 'b7Vn0uQm2xT4kZ9dRfLpWcYs1HgJ6eAoXiKq3NvB8tU';
const asked = { email: 'friend@intake.example', context };
const binding =
  'With a `context`, random text that only the asking tab has, the code is good together with that alone; without one, in any browser. Our client sends it.';

export const signInReference = describeCalls(signInCalls, {
  title: 'Sign-up and log-in',
  about:
    'Accounts belong to one site: the same address at two sites is two members. A mailed code has six digits, works once and for ten minutes.',
  notes: {
    'POST /auth/signup': {
      summary: 'Sign up',
      about:
        'With an address and a password, or with `?isPasswordless=true` and the mailed code in `passwordlessToken`. Only free plans are given here; ids of paid ones are left out. Fields a site does not declare are ignored, and so are an empty boolean and an empty field that the service writes: forms send every field they show. A link to prove the address is mailed. An `inviteToken` that does not hold stops nothing: `teamInvite` in the answer says what became of it. Where sign-ups are private, every one with a password answers `check-your-mail`, and the link in the mail makes the account. `website` is a field of the form that people do not see: whatever fills it in is answered with a success and gets no account.',
      example: {
        body: {
          email: 'friend@intake.example',
          password: 'oak-bench-saturday',
          customFields: { 'first-name': 'Frankie' },
          plans: [{ planId: 'pln_demo_free' }],
        },
        answer: { data: auth },
      },
    },
    'POST /auth/login': {
      summary: 'Log in with a password',
      about:
        'An unknown address, a wrong password and an account without one are the same refusal. With `options.includeContentGroups` the answer lists the gated parts the member may see.',
      example: {
        body: { email: 'friend@intake.example', password: 'oak-bench-saturday' },
        answer: { data: auth },
      },
    },
    'POST /auth/passwordless/login/send': {
      summary: 'Have a log-in code mailed',
      about: `Answers the same whether the address has an account or not. ${binding}`,
      example: { body: asked, answer: sent },
    },
    'POST /auth/passwordless/signup/send': {
      summary: 'Have a sign-up code mailed',
      about: `An address that has an account gets a mail that says so; the answer is the same. ${binding}`,
      example: { body: asked, answer: sent },
    },
    'POST /auth/passwordless/login': {
      summary: 'Log in with a mailed code',
      about:
        'The first code that logs in to an account whose address was not proved proves it. Another person may have made the account, so its sessions, connected providers and password end. Where there was a password, `passwordDropped: true` in the answer says so, a mail does too, and `POST /member/set-password` takes a new one within ten minutes. A log-in with a provider that vouches for the address does and says the same.',
      example: {
        body: { ...asked, passwordlessToken: '123456' },
        answer: { data: auth },
      },
    },
    'POST /member/logout': {
      summary: 'Log out',
      about: 'Ends the session at once, and succeeds whatever the token is worth. Takes no body.',
      example: {
        answer: { data: { redirect: null }, _internalUseOnly: { message: 'You have been logged out.' } },
      },
    },
  },
});
