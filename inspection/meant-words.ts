import type { AuthorAttribute } from '../shared/attributes.ts';
import type { Writing } from './finding.ts';

/** What people mean by words that no edit distance finds: other names for the same, and those of older services. */

/** By attribute: what is written, without capitals and hyphens, and what is meant. */
export const meantValues: Partial<Record<AuthorAttribute, Record<string, string>>> = {
  content: {
    member: 'members',
    loggedin: 'members',
    signedin: 'members',
    authenticated: 'members',
    user: 'members',
    users: 'members',
    loggedout: '!members',
    signedout: '!members',
    guest: '!members',
    guests: '!members',
    visitor: '!members',
    visitors: '!members',
    nonmembers: '!members',
    notmembers: '!members',
    unverified: '!verified',
    free: 'free-plans',
    paid: 'paid-plans',
    premium: 'paid-plans',
    noplan: 'no-plans',
    trial: 'is-trialing',
    trialing: 'is-trialing',
    admin: 'is-admin',
  },
  modal: {
    register: 'signup',
    registration: 'signup',
    join: 'signup',
    signin: 'login',
    account: 'profile',
    settings: 'profile',
    forgot: 'forgot-password',
    reset: 'reset-password',
  },
  'modal-tab': {
    account: 'profile',
    password: 'security',
    billing: 'plans',
    plan: 'plans',
    subscription: 'plans',
    payments: 'plans',
  },
  action: {
    signout: 'logout',
    portal: 'customer-portal',
    billing: 'customer-portal',
    billingportal: 'customer-portal',
    stripeportal: 'customer-portal',
    manageplan: 'customer-portal',
    resendverification: 'resend-verification-email',
    verifyemail: 'resend-verification-email',
    picture: 'profile-image',
    avatar: 'profile-image',
    uploadimage: 'profile-image',
    redirect: 'login-redirect',
    dashboard: 'login-redirect',
  },
  form: {
    register: 'signup',
    registration: 'signup',
    signin: 'login',
    account: 'profile',
    settings: 'profile',
    updateprofile: 'profile',
    changepassword: 'password',
    updatepassword: 'password',
    changeemail: 'email',
    updateemail: 'email',
    forgot: 'forgot-password',
    reset: 'reset-password',
    passwordless: 'passwordless-login',
    comments: 'comment',
  },
  member: {
    mail: 'email',
    emailaddress: 'email',
    pass: 'password',
    pwd: 'password',
    oldpassword: 'current-password',
    code: 'token',
    memberid: 'id',
    avatar: 'profile-image',
    photo: 'profile-image',
    picture: 'profile-image',
    created: 'signup-date',
    createdat: 'signup-date',
    joined: 'signup-date',
  },
};

/** An attribute that an older service or a collection of snippets knew. */
export interface OlderWord {
  /** How it is written today, where one attribute does the same. */
  instead?: Writing;
  /** How to mend it, as a sentence. */
  mend: string;
}

const dialog = (value: string): OlderWord => ({
  instead: { name: 'modal', value },
  mend: `Write data-ms-modal="${value}", which opens the dialog.`,
});

const byName = new Map<string, OlderWord>([
  ['logout', { instead: { name: 'action', value: 'logout' }, mend: 'Write data-ms-action="logout".' }],
  ['login', dialog('login')],
  ['signup', dialog('signup')],
  ['profile', dialog('profile')],
  [
    'membership',
    {
      mend: 'Its id is of the older service. Write data-ms-plan:add with the id of a free plan of your site (pln_…), or data-ms-price:add with the id of a price (prc_…).',
    },
  ],
  ['email', { instead: { name: 'member', value: 'email' }, mend: 'Write data-ms-member="email".' }],
  ['password', { instead: { name: 'member', value: 'password' }, mend: 'Write data-ms-member="password".' }],
  [
    'custom-link',
    { mend: 'For an address that only members may have, write data-ms-secure-link with the key of your content.' },
  ],
  [
    'rewrite',
    {
      mend: 'For other words for members, write two elements: one with data-ms-content="!members" and one with data-ms-content="members".',
    },
  ],
]);

/** @param name of the attribute, without `data-ms-` */
export function olderWord(name: string): OlderWord | undefined {
  const [, way, rest] = /^(modal|member)-(.+)$/.exec(name) ?? [];
  if (way === 'modal' && rest !== 'tab') return dialog(rest!);
  if (way === 'member') return { instead: { name: 'member', value: rest! }, mend: `Write data-ms-member="${rest}".` };
  return byName.get(name);
}

/** Whether an attribute belongs to a collection of snippets, each of which has a script of its own. */
export const isSnippetWord = (attribute: string): boolean => /^(?:data-)?ms-code(?:-|$)/.test(attribute);

/** Attributes of other programs that begin as ours do: a browser's spelling checker marks the fields it checks. */
export const foreignNames: readonly string[] = ['editor'];
