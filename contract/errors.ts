/** Refusals that only staff meet, in the console: no part of the API reference. */
export const consoleErrors = {
  'invalid-invitation': {
    status: 410,
    message: 'This link is not valid any more. Please ask an owner for a new invitation.',
  },
  'cohort-cancelled': { status: 409, message: 'This cohort has been called off already.' },
  'cohort-not-cancelled': { status: 409, message: 'This cohort is to take place.' },
  'cohort-begun': {
    status: 409,
    message: 'This cohort has begun and can not be called off any more. Refund its orders one by one.',
  },
  'choose-by-not-taken': { status: 400, message: 'Choose a moment from now on, within the next 60 days.' },
  'cohort-not-moved': { status: 409, message: 'The first day of this cohort was not moved.' },
  'move-day-not-taken': {
    status: 400,
    message: 'Choose another first day than it has, from tomorrow on where the cohort meets.',
  },
  'reminded-already': { status: 409, message: 'The students have been reminded already.' },
  'no-recipients': { status: 409, message: 'None of the chosen students has a seat here and a proved address.' },
  'staff-not-found': { status: 404, message: 'This person is not on the staff.' },
  'view-not-found': { status: 404, message: 'This view does not exist any more.' },
  'view-name-taken': { status: 409, message: 'You have a view with this name already.' },
  'view-limit-reached': {
    status: 409,
    message: 'You have as many views as one person may have. Please delete one first.',
  },
  'already-staff': { status: 409, message: 'This address belongs to somebody on the staff already.' },
  'last-owner': { status: 409, message: 'This is the last owner. Make somebody else an owner first.' },
  'invalid-scope': { status: 400, message: 'Please choose sites and partners that this role works with.' },
  'mail-not-kept': {
    status: 409,
    message: 'What this mail said is not kept any more. Let its receiver ask for a new one.',
  },
  'matter-not-found': { status: 404, message: 'There is no such matter.' },
  'matter-decided': {
    status: 409,
    message: 'A colleague has decided this matter meanwhile. Nothing of yours was done.',
  },
  'payment-disputed': { status: 409, message: 'A dispute is open: the bank may take the money too. Nothing was done.' },
  'way-not-open': {
    status: 409,
    message: 'This way out is not open any more. Nothing was done. Look at the matter again.',
  },
  'not-an-advisor': {
    status: 409,
    message: 'This person may not answer requests of this partner. Choose another one.',
  },
  'request-merged': { status: 409, message: 'This request was merged into another one. Go on there.' },
  'not-the-same-person': { status: 409, message: 'These are not open requests of one person at one partner.' },
  'request-has-time': {
    status: 409,
    message: 'This consultation has a time. Merge the other request into it, or cancel its time first.',
  },
  'asked-again': { status: 409, message: 'The same was asked again and waits as another request. Go on there.' },
  'not-a-consultation': { status: 409, message: 'This request has no time to be changed.' },
  'reply-text-name-taken': { status: 409, message: 'This partner has a text with this name already.' },
  'reply-text-limit-reached': {
    status: 409,
    message: 'This partner has as many texts as it may have. Delete one first.',
  },
  'note-not-found': { status: 404, message: 'There is no such note, or it is not yours to change.' },
  'note-limit-reached': {
    status: 409,
    message: 'There are as many notes here as there may be. Delete one of yours first.',
  },
  'webinar-of-all-partners': {
    status: 403,
    message: 'This webinar is one of all partners. Staff of all partners alone may change it.',
  },
  'webinar-text-invalid': { status: 400, message: 'A text has a word that partners spell differently.' },
  'webinar-settled': { status: 409, message: 'This webinar has been called off or published, and cannot go back.' },
  'webinar-not-over': { status: 409, message: 'This webinar had no occasion on that day that has begun.' },
  'content-piece-not-found': { status: 404, message: 'There is no such piece of page content.' },
  'content-of-all-partners': {
    status: 403,
    message: 'This text is one of all partners. Staff of all partners alone may change it.',
  },
  'content-invalid': { status: 400, message: 'Something in this text is not right yet.' },
  'content-draft-missing': { status: 409, message: 'There is no draft of this text.' },
  'content-not-own': { status: 409, message: 'This partner shows the text of all partners already.' },
  'figure-without-source': {
    status: 409,
    message: 'A figure is published with its source: who measured it, when and over whom.',
  },
  'site-managed-by-file': {
    status: 409,
    message: 'This site is managed by a file. Change the file and apply it; the console only shows it.',
  },
  'confirmation-required': {
    status: 409,
    message: 'This takes something from members. Say why, and prove that it is you.',
  },
  'site-void': { status: 409, message: 'This site came for demonstration and is void in production: it has no keys.' },
  'key-not-found': { status: 404, message: 'The site has no such key that still opens it.' },
  'import-too-large': {
    status: 413,
    message: 'A file takes at most 50 MB. Split it, or let somebody import it with the command.',
  },
  'import-not-found': { status: 404, message: 'There is no such import.' },
  'import-not-ready': {
    status: 409,
    message: 'This import is not at that step: parts of the file are missing, it is under way, or it has ended.',
  },
  'import-unreadable': { status: 400, message: 'The file cannot be read as CSV in UTF-8.' },
  'import-has-faults': {
    status: 409,
    message: 'Rows of the file have faults. Mend the file, or import the other rows alone. Nothing was imported.',
  },
  'order-not-found': { status: 404, message: 'This order does not exist.' },
  'refund-not-possible': { status: 409, message: 'There is no money of this order that can go back now.' },
  'refund-too-large': { status: 409, message: 'That is more than can go back of this order. Nothing was refunded.' },
  'refund-beyond-policy': {
    status: 403,
    message: 'The refund policy does not give that much back. Somebody of Finance may decide it. Nothing was refunded.',
  },
  'transfer-not-possible': {
    status: 409,
    message: 'Only a paid order whose money stays here can move, and not to the cohort of the seat that it has.',
  },
  'receipt-not-possible': { status: 409, message: 'There is no receipt: nothing is paid, or the account is deleted.' },
  'reason-required': { status: 400, message: 'Say why: a reason belongs to this. Nothing was begun.' },
  'nothing-chosen': { status: 400, message: 'None of the chosen members is there any more. Nothing was begun.' },
  'too-many-bulk-jobs': {
    status: 409,
    message: 'Several acts on many members are under way at this site. Wait until one has ended, or stop one.',
  },
  'bulk-number-differs': {
    status: 409,
    message: 'There are more or fewer members than you typed. Nothing was deleted. Look at the list once more.',
  },
  'partner-not-found': { status: 404, message: 'This partner does not exist.' },
  'cohort-beyond-scope': {
    status: 403,
    message: 'This cohort is for partners beyond yours as well. Somebody who has all of them can change it.',
  },
  'cohort-start-kept': {
    status: 409,
    message:
      'Seats of this cohort are sold, held or being paid for, so its first day is not simply changed. Move the run: students with a seat are asked. Decide about a payment under review first.',
  },
  'cohort-dates-differ': { status: 400, message: 'The days of this cohort do not follow one another.' },
  'cohort-not-ready': { status: 409, message: 'This cohort is not in a state for that. Nothing was changed.' },
  'pattern-too-long': {
    status: 400,
    message: 'This pattern has too many cohorts. Choose a shorter time, or more weeks between them.',
  },
  'bulk-job-not-found': { status: 404, message: 'There is no such act on many members.' },
  'bulk-job-not-undoable': {
    status: 409,
    message: 'This cannot be taken back: it is under way, was taken back before, or is of a kind that stays done.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

/**
 * Every refusal the service gives: its stable code, HTTP status and default sentence.
 * Codes of the membership protocol keep the spelling existing clients know.
 */
export const errors = {
  // Request
  'invalid-request': { status: 400, message: 'The request is not complete or not well formed.' },
  'invalid-json': { status: 400, message: 'The request body is not valid JSON.' },
  'request-timeout': { status: 408, message: 'The request took too long to arrive.' },
  'body-too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'Send the request body as application/json.' },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, message: 'This address does not take that method.' },
  'headers-too-large': { status: 431, message: 'The headers of the request are too large.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  'service-unavailable': { status: 503, message: 'The service is busy for a moment. Please try again.' },
  'unknown-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },

  // Site and origin
  'app-not-found': { status: 401, message: 'The public key or app id is missing or unknown.' },
  'origin-not-allowed': { status: 403, message: 'This site is not on the list of allowed origins.' },

  // Credentials and sessions
  'invalid-credentials': { status: 401, message: 'The email address or password is not correct.' },
  'account-suspended': {
    status: 403,
    message:
      'This account is suspended, so it cannot be opened now. What belongs to it stays. Please write to the people who run this site.',
  },
  'login-required': { status: 401, message: 'Please log in first.' },
  'invalid-password': { status: 400, message: 'The current password is not correct.' },
  'password-already-set': { status: 409, message: 'This account has a password already. Change it instead.' },
  'recent-login-required': { status: 403, message: 'Please log in again to make this change.' },
  'session-not-found': { status: 404, message: 'This session has ended already.' },
  'access-denied': { status: 403, message: 'You are not allowed to do this.' },
  'member-not-found': { status: 404, message: 'This member does not exist.' },

  // Views of staff
  'view-is-read-only': {
    status: 403,
    message: 'You see this as the member does, to look only. Nothing was changed.',
  },
  'invalid-view-link': {
    status: 410,
    message: 'This link was used already, or is too old. Please open the view in the console again.',
  },

  // Second factor
  'second-factor-required': {
    status: 403,
    message: 'This account asks for a second step after the password, and this page cannot ask for it.',
  },
  'sign-in-step-expired': {
    status: 400,
    message: 'This log-in took too long or had too many wrong codes. Please enter your password again.',
  },
  'invalid-second-factor-code': {
    status: 400,
    message: 'This code is not correct or has been used already. Please enter the next one.',
  },
  'passkey-refused': {
    status: 400,
    message: 'This passkey could not be verified. Nothing was changed. Please try again, or choose another way.',
  },
  'passkey-limit-reached': {
    status: 409,
    message: 'This account has as many passkeys as it may have. Please remove one first.',
  },
  'second-factor-not-found': { status: 404, message: 'This is not set up any more.' },
  'second-factor-setup-required': {
    status: 403,
    message: 'This site asks for a second step at log-in. Please set up a passkey or an authenticator app first.',
  },
  'last-second-factor': {
    status: 409,
    message: 'This is the last way to prove that it is you. Please set up another one first.',
  },

  // Sign-up and validation
  'email-already-in-use': { status: 409, message: 'This email address cannot be used.' },
  // The answer to every sign-up where sign-ups are private. A client has no success for it: there is no session yet.
  'check-your-mail': {
    status: 403,
    message: 'Almost done: please open the link in the mail we have just sent you.',
  },
  'invalid-email': { status: 400, message: 'Please enter a valid email address' },
  'invalid-password-too-short': { status: 400, message: 'Password must be at least 8 characters' },
  'invalid-password-too-long': { status: 400, message: 'Password must be at most 256 characters' },
  'invalid-password-too-common': {
    status: 400,
    message: 'This password is too common to be safe. Please choose another one.',
  },
  'required-field-missing': { status: 400, message: 'Please fill in all required fields.' },
  'invalid-field-value': { status: 400, message: 'One of the fields has a value that cannot be saved.' },
  'field-not-writable': { status: 403, message: 'This field is set by the service and cannot be changed.' },

  // Codes by mail
  'invalid-reset-code': {
    status: 400,
    message: 'This code is not correct or has expired. Check the six digits, or ask for a new code.',
  },
  'invalid-passwordless-login-code': {
    status: 400,
    message: 'This code is not correct or has expired. Check the six digits, or ask for a new code.',
  },
  'invalid-verification-code': {
    status: 400,
    message: 'This code is not correct or has expired. Check the six digits, or ask for a new code.',
  },
  'invalid-verification-link': { status: 400, message: 'This link is not valid any more. Please request a new one.' },

  'invalid-captcha': { status: 400, message: 'Please confirm that you are not a robot, and try again.' },
  'captcha-unavailable': { status: 503, message: 'The check against robots does not answer. Please try again.' },
  'domain-not-permitted': { status: 403, message: 'Addresses of this domain cannot be used here.' },
  'test-mode-member-limit-reached': { status: 403, message: 'This site takes no more members at the moment.' },

  // Social providers
  'provider-not-found': { status: 404, message: 'This site does not sign in with that provider.' },
  'provider-unavailable': { status: 503, message: 'The provider does not answer at the moment. Please try again.' },
  'provider-sign-in-failed': { status: 400, message: 'Signing in with the provider did not work. Please try again.' },
  'provider-email-unproved': {
    status: 403,
    message: 'The provider has not confirmed your email address. Log in another way first, then connect it.',
  },
  'provider-email-missing': { status: 403, message: 'The provider does not tell us your email address.' },
  'account-not-found': { status: 404, message: 'There is no account yet. Please sign up first.' },
  'account-already-connected': { status: 409, message: 'This provider account is connected to a member already.' },
  'account-not-connected': { status: 404, message: 'This provider is not connected.' },
  'account-connect-failed': { status: 400, message: 'The provider could not be connected. Please try again.' },
  'account-connect-requires-login': { status: 401, message: 'Please log in first, then connect the provider.' },
  'connect-ticket-required': {
    status: 400,
    message: 'This page sends your log-in in an address, which this site does not take. Nothing was connected.',
  },
  'account-set-password-before-disconnect': {
    status: 409,
    message: 'Please set a password before you disconnect this provider, so that you can always log in.',
  },

  // Plans
  'plan-not-found': { status: 404, message: 'This plan does not exist.' },
  'no-plan-found': { status: 404, message: 'You do not have this plan.' },
  'already-have-plan': { status: 409, message: 'You have this plan already.' },
  'plan-not-free': { status: 403, message: 'This plan has to be paid for. Please choose a price.' },
  'plan-member-limit-reached': { status: 409, message: 'This plan takes no more members.' },
  'plan-restricted-to-admin': { status: 403, message: 'This plan is given by the site itself.' },
  'price-no-longer-available': { status: 404, message: 'This price is not available any more.' },
  'changed-meanwhile': { status: 412, message: 'This was changed by somebody else meanwhile. Look at it again.' },
  'coupon-not-found': { status: 404, message: 'This coupon is not valid here.' },
  'url-not-allowed': { status: 400, message: 'The address to return to is not one of this site.' },
  'coupon-used-up': { status: 409, message: 'This coupon has been used as often as it may be.' },
  'payment-not-possible': {
    status: 409,
    message: 'This cannot be paid by card as it is. Nothing was charged. Please tell the people of this site.',
  },
  'payment-mode-differs': {
    status: 409,
    message: 'This site and its payments are not both live, or not both in test mode, so nothing can be paid here.',
  },
  'no-billing-account': { status: 409, message: 'There is nothing to manage yet: you have not paid for a plan.' },

  // Teams
  'team-not-found': { status: 404, message: 'This team does not exist, or it is not yours.' },
  'team-full': { status: 409, message: 'This team has no free seat.' },
  'invalid-invite': { status: 404, message: 'This invitation is not valid any more. Please ask for a new one.' },
  'can-only-have-one-active-team': {
    status: 409,
    message: 'You have a team already. Please leave it, or end its plan, first.',
  },
  'cannot-change-team-account': { status: 403, message: 'This belongs to a team and cannot be changed here.' },

  // Files
  'invalid-file-type': { status: 400, message: 'File is not an image.' },
  'file-size-too-large': { status: 413, message: 'Image must be less than 2MB.' },
  'storage-full': { status: 507, message: 'The file cannot be stored at the moment. Please try again later.' },

  // Gated content and comments
  'content-not-found': { status: 404, message: 'This content does not exist.' },
  'post-not-found': { status: 404, message: 'This post does not exist.' },
  'thread-not-found': { status: 404, message: 'This reply does not exist.' },
  'invalid-unsubscribe-link': { status: 400, message: 'This link is not valid.' },
  'blocked-words': { status: 400, message: 'This text contains words that are not allowed here.' },

  // Administration
  'invalid-secret-key': { status: 401, message: 'The secret key is missing, unknown, expired or revoked.' },
  'invalid-settings': { status: 400, message: 'The settings are not valid.' },
  'webhook-not-found': { status: 404, message: 'This webhook does not exist.' },

  // Enrolment
  'eligibility-required': { status: 409, message: 'You need to complete the eligibility check first' },
  'already-enrolled': { status: 409, message: 'You are already enrolled.' },
  'cohort-not-found': { status: 404, message: 'Selected cohort not found' },
  'cohort-elsewhere': {
    status: 409,
    message: 'This cohort is for students of another university. Nothing was charged. Please choose another one.',
  },
  'cohort-not-open': { status: 409, message: 'This cohort is not open. Please choose another one.' },
  'cohort-moved': {
    status: 409,
    message: 'This cohort starts on another day by now. Nothing was changed or charged. Please look at its new dates.',
  },
  'price-changed': { status: 409, message: 'The price has changed. Nothing was charged. Please look at it again.' },
  'cohort-full': { status: 409, message: 'This cohort is full. Nothing was charged. Please choose another one.' },
  'seats-taken': { status: 409, message: 'More seats are taken or held than there would be.' },
  'email-unproved': {
    status: 403,
    message: 'Please confirm your email address to hold this place. We can mail you a code. Nothing was charged.',
  },
  'acknowledgement-required': { status: 400, message: 'Please accept the terms before you pay.' },
  'payment-in-progress': { status: 409, message: 'A payment of yours is being confirmed. Please wait for it first.' },
  'payment-not-found': {
    status: 404,
    message: 'No payment data found. Please contact support if you completed a payment.',
  },
  'payment-provider-unavailable': {
    status: 503,
    message: 'The payment page cannot be reached at the moment. Nothing was charged. Please try again.',
  },
  'run-not-cancelled': { status: 409, message: 'There is nothing to choose: your cohort takes place as you chose it.' },
  'refund-under-way': { status: 409, message: 'All of your money is on its way back: it cannot pay for a seat now.' },
  'order-not-unseated': { status: 409, message: 'This order does not wait for a decision.' },
  'lead-expired': {
    status: 410,
    message: 'This page has been open for too long. Please use the link in the mail we have sent you.',
  },
  'invalid-lead-link': {
    status: 410,
    message: 'This link is not valid any more. Please log in, or choose a new password.',
  },
  'date-in-past': { status: 400, message: 'Please choose a date that is not in the past.' },
  'webinar-not-found': { status: 404, message: 'This webinar does not exist.' },
  'webinar-over': { status: 409, message: 'Registration for this webinar is closed.' },
  'already-registered': { status: 409, message: "You're already registered for this webinar." },

  // Card events
  'invalid-signature': { status: 400, message: 'The signature of this event is not valid.' },

  ...consoleErrors,
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** The body of every answer that is not a success. */
export interface ErrorAnswer {
  error: { code: string; message: string; requestId?: string; [extra: string]: unknown };
}
