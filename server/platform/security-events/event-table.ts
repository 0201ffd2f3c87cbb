import { defineEvents } from './define-events.ts';

const purposes = ['login', 'signup', 'reset', 'verify', 'prove'] as const;

/** Fields of every event, where known. */
export const commonFields = {
  time: 'UTC, ISO 8601',
  kind: '`security`',
  event: 'its name in this table',
  outcome: 'how it ended',
  requestId: 'the same as in all other lines of the request, and in its `X-Request-Id`',
  client: 'who asked: an IPv4 address, or the /64 of an IPv6 address',
  site: 'the id of the site',
  member: 'the id of the member it is about, or whose session the request came in',
  staff: 'the id of the person of staff it is about, or whose session the request came in',
  key: 'the id of the secret key the request came with',
} as const;

/**
 * All security events. `recordEvent` takes its types from here; metrics, alarms and docs/security/events.md are
 * derived. `commonFields` are those of every event.
 */
export const securityEvents = defineEvents({
  'log-in': {
    about: 'A visitor tries to log in.',
    outcomes: {
      success: 'a session began',
      'second-step': 'the first factor is right, and the second one is asked for',
      wrong: 'address, password or code is wrong, or the account has no password',
      limited:
        'not tried: a limit of the account or the network is used up, or a hundred passwords in a row were wrong',
      refused: 'the person is known, and no account may be opened or made for them: at a provider, or a suspended one',
    },
    expected: ['success', 'second-step'],
    fields: {
      way: ['password', 'code', 'provider', 'passkey', 'authenticator', 'recovery-code'],
      device: ['known', 'new', 'unknown'],
      provider: 'id',
      account: 'account',
    },
    whatToDo:
      'Many "wrong" of one client or over many accounts: `security-log` tells who got in; have those members reset their passwords, and stop the networks at the proxy.',
    alarm: { outcomes: ['wrong', 'limited'], count: 200, minutes: 10 },
  },
  'staff-sign-in': {
    about: 'A person of staff tries to sign in to the console.',
    outcomes: {
      success: 'a session began',
      step: 'the password is right; the second factor is to follow',
      wrong: 'address, password, code or passkey is wrong, or the invitation was not accepted',
      limited: 'not tried: a limit of the account or the network is used up',
      expired: 'the second factor came too late, or after too many wrong ones',
    },
    expected: ['success', 'step'],
    fields: {
      way: ['password', 'passkey', 'authenticator', 'recovery-code', 'invitation'],
      device: ['known', 'new', 'unknown'],
      account: 'account',
    },
    whatToDo:
      'Many "wrong" after a "step" of one account: their password is known to somebody else; `staff reset` gives them a new beginning. Each "success" by recovery code: ask them whether it was them.',
    alarm: { outcomes: ['wrong', 'limited'], count: 40, minutes: 10 },
  },
  'staff-credential': {
    about: 'A person of staff changes what opens their account.',
    outcomes: { success: 'done, and mailed to them', refused: 'the last proof is too old, or it proved nothing' },
    expected: ['success'],
    fields: { change: ['password', 'passkey', 'authenticator', 'recovery-codes', 'proof'] },
    whatToDo: 'A "success" that the person does not know of: `staff reset` them at once.',
  },
  'staff-change': {
    about: 'Who is on the staff, or with which role, changes.',
    outcomes: {
      invited: 'a link was mailed',
      accepted: 'the link was used',
      changed: 'another role or scope',
      reset: 'sessions, password and second factors ended, and a link was mailed',
      removed: 'all they held ended',
    },
    expected: ['invited', 'accepted', 'changed', 'reset', 'removed'],
    fields: {},
    whatToDo: 'One that no owner knows of: see the audit trail, and remove the person.',
  },
  'log-out': {
    about: 'A member ends sessions.',
    outcomes: { success: 'they ended' },
    expected: ['success'],
    fields: {},
    whatToDo: 'Nothing. It bounds what a stolen session was good for.',
  },
  'code-request': {
    about: 'A code is asked for by mail.',
    outcomes: {
      accepted: 'it will be mailed if the address has what it takes; the mailbox may have to wait',
      limited: 'the network, or what a mailbox has to bear, is used up',
    },
    expected: ['accepted'],
    fields: { purpose: purposes, account: 'account' },
    whatToDo: 'Many "limited" of one account: somebody floods a mailbox; budgets hold, nothing is to be done.',
    alarm: { outcomes: ['limited'], count: 500, minutes: 10 },
  },
  'code-check': {
    about: 'A mailed code is tried.',
    outcomes: {
      right: 'it is the one that waits',
      wrong: 'a code waits for who asked, and this is another',
      'none-waiting': 'none waits for who asked: never mailed, run out, or used up by five wrong guesses',
      limited: 'not tried: too many guesses that name no address',
    },
    expected: ['right'],
    fields: { purpose: purposes, names: ['address', 'context', 'nothing'], account: 'account' },
    whatToDo:
      'Many "wrong" that name nothing: codes are guessed at; each code ends after five, and a hundred wrong ones of an account end codes for it. Stop the networks at the proxy.',
    alarm: { outcomes: ['wrong', 'none-waiting', 'limited'], count: 200, minutes: 10 },
  },
  'password-reset': {
    about: 'A password is replaced by who reads the mailbox.',
    outcomes: { success: 'done; sessions, codes and providers ended', refused: 'the code or link is wrong or too old' },
    expected: ['success'],
    fields: { way: ['code', 'link'], account: 'account' },
    whatToDo: 'A "success" after many wrong log-ins of the same account: ask the member whether it was them.',
  },
  'credential-change': {
    about: 'A member changes what opens their account, signed in; or gives an account its first password.',
    outcomes: {
      success: 'done; other sessions ended, the member was mailed',
      wrong: 'the current password is wrong',
      refused: 'the last proof is too old, or the session has ended',
    },
    expected: ['success'],
    fields: { change: ['password', 'address', 'password-and-address', 'first-password'] },
    whatToDo: 'Many "wrong" of one member: a session may be stolen; the member logs out everywhere by a reset.',
    alarm: { outcomes: ['wrong'], count: 50, minutes: 10 },
  },
  'second-factor-change': {
    about: 'A member changes their passkeys, authenticator or recovery codes.',
    outcomes: {
      success: 'done; the member was mailed',
      refused: 'a code or passkey is wrong, the last proof is too old, or the site requires what was to be removed',
    },
    expected: ['success'],
    fields: {
      change: [
        'passkey-added',
        'passkey-removed',
        'authenticator-added',
        'authenticator-removed',
        'recovery-codes',
        'removed-by-staff',
      ],
    },
    whatToDo:
      'A "success" that the member does not know of: somebody had their session within ten minutes of a log-in. End their sessions, and have them reset the password.',
    alarm: { outcomes: ['refused'], count: 100, minutes: 10 },
  },
  'address-proof': {
    about: 'A mailbox proves an address by code or link.',
    outcomes: { success: 'the address is proved', refused: 'the code, the link or the password with it is wrong' },
    expected: ['success'],
    fields: { way: ['code', 'link'] },
    whatToDo: 'Nothing.',
  },
  'address-undone': {
    about: 'The owner of the old mailbox takes an address change back.',
    outcomes: { success: 'everything that opened the account is closed', refused: 'the link is not valid any more' },
    fields: {},
    whatToDo: 'Each "success" means that a member says a thief had the account: look at its events of the last days.',
    alarm: { outcomes: ['success'], count: 3, minutes: 60 },
  },
  'second-factor-undone': {
    about: 'The owner of the mailbox removes the first second factor of their account by the link mailed about it.',
    outcomes: { success: 'everything that opened the account is closed', refused: 'the link is not valid any more' },
    fields: {},
    whatToDo: 'As for address-undone.',
    alarm: { outcomes: ['success'], count: 3, minutes: 60 },
  },
  'sign-up': {
    about: 'A visitor asks for an account.',
    outcomes: {
      success: 'made',
      applied: 'the mailbox was asked, as sign-ups of the site are private',
      taken: 'the address has an account',
      refused: 'the link that ends a private sign-up is too old, or the password with it is wrong',
      robot: 'the proof against robots is missing or wrong, or a field was filled in that people do not see',
    },
    expected: ['success', 'applied'],
    fields: { way: ['password', 'code', 'provider', 'mailed-link'], account: 'account' },
    whatToDo: 'Many "taken" of one client: it asks who has an account; private sign-ups (docs/sites.md) tell nobody.',
    alarm: { outcomes: ['taken', 'robot'], count: 200, minutes: 10 },
  },
  'account-deleted': {
    about: 'A member deletes their own account.',
    outcomes: { success: 'deleted' },
    expected: ['success'],
    fields: {},
    whatToDo: 'Nothing.',
  },
  'provider-answer': {
    about: 'A browser comes back from a sign-in provider with something that is not believed.',
    outcomes: {
      'foreign-state': 'this browser began no such sign-in, or it ran out or came twice',
      mismatch: 'issuer, nonce, signature, audience or code is not what was asked for',
    },
    fields: { purpose: ['login', 'signup', 'connect', 'unknown'], provider: 'id' },
    whatToDo:
      'Some "foreign-state" are closed windows. A "mismatch" is a wrong setting of the provider, or an attack by it or through it: the warning beside it says which check failed.',
    alarm: { outcomes: ['foreign-state', 'mismatch'], count: 50, minutes: 10 },
  },
  'provider-connection': {
    about: 'A provider is let open an account, or no longer.',
    outcomes: {
      connected: 'it opens the account from now on; the member was mailed',
      disconnected: 'it does not any more',
      refused: 'it opens another account, the session is not fresh enough, or it was the last way in',
    },
    expected: ['connected', 'disconnected'],
    fields: { provider: 'id' },
    whatToDo: 'A "connected" that the member does not know of: disconnect it, reset the password.',
  },
  'secret-key': {
    about: 'A server calls with a secret key.',
    outcomes: {
      wrong: 'there is no such key, or none came',
      ended: 'it was one until it was revoked or ran out',
      'new-network':
        'it is right, and this process has not seen it from this network before; so is the first call with each key after a start',
    },
    fields: {},
    whatToDo:
      'A "new-network" that is not the site\'s: revoke the key (`app keys <site> --revoke <key id>`), make another. An "ended": a server was forgotten, or an old copy is tried.',
    alarm: { outcomes: ['wrong', 'ended'], count: 50, minutes: 10 },
  },
  'metrics-token': {
    about: 'A program asks for `/metrics`.',
    outcomes: { wrong: 'it sent a token that is not `METRICS_TOKEN`' },
    fields: {},
    whatToDo: "Of the collector's network: it has an old token. Else somebody guesses at it; set another one.",
    alarm: { outcomes: ['wrong'], count: 50, minutes: 10 },
  },
  'limit-used-up': {
    about: 'A limit stops a call.',
    outcomes: { refused: 'the call was answered with 429' },
    fields: { limit: 'id', per: ['network', 'member', 'account', 'lead', 'sign-up', 'site', 'staff'] },
    whatToDo:
      'Of one client: a program that does not wait, or an attack; the limit holds. Of all clients at once: `TRUSTED_PROXIES` is wrong.',
    alarm: { outcomes: ['refused'], count: 2_000, minutes: 10 },
  },
  'access-denied': {
    about: 'A call is refused with 403.',
    outcomes: {
      origin: 'a page of another site asks, or a page asks what is for servers',
      proof: 'the last proof of who it is, is too old',
      denied: 'the member or visitor may not have or do it',
    },
    fields: {},
    whatToDo:
      'Many "origin": a page that is not declared in the site\'s file, or somebody else\'s. Many "denied" of one member: they look for what is not theirs.',
    alarm: { outcomes: ['origin', 'denied'], count: 1_000, minutes: 10 },
  },
  'card-signature': {
    about: 'A card event arrives that the card provider has not signed.',
    outcomes: { wrong: 'nothing was believed' },
    fields: {},
    whatToDo:
      "From the provider's own networks: `STRIPE_WEBHOOK_SECRET` is of another endpoint. Else somebody pretends payments; nothing came of it.",
    alarm: { outcomes: ['wrong'], count: 20, minutes: 10 },
  },
  'staff-command': {
    about:
      'Staff ran a command on the database, `migrate` too. The running product logs it, since a command writes to a terminal.',
    outcomes: { done: 'it did what was asked', failed: 'it did not' },
    expected: ['done'],
    fields: { command: 'id', by: 'id' },
    whatToDo:
      'A command nobody remembers: somebody has the machine. The audit trail (`app audit`) says what it did to a site.',
  },
});
