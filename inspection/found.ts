import type { ActionWord, AuthorAttribute, FormKind } from '../shared/attributes.ts';

/** What the Inspector calls an attribute that it understands, and what it says the attribute does. */

interface About {
  title: string;
  description: string;
}

const about: Record<AuthorAttribute, [title: string, description: string]> = {
  content: ['Gated content', 'Shown to whom the condition is about, and taken out of the page for everybody else.'],
  'bind:style': ['Bound style', 'Changes how the element looks while the condition of data-ms-content holds.'],
  'bind:class': ['Bound class', 'Gives the element classes while the condition of data-ms-content holds.'],
  'secure-html': ['Secure content', 'Filled by the service, for members who may have it.'],
  'secure-link': ['Secure link', 'Gets its address from the service, for members who may have it.'],
  member: ['Member data', 'Shows a value of the member, or takes it in a form.'],
  value: ['Option', 'The value of one option of a field.'],
  form: ['Form', 'Sent by the script.'],
  passwordless: ['Second step', 'Hidden until the code has been mailed.'],
  'passwordless-button': ['Button of the second step', 'What the button says once the code has been mailed.'],
  redirect: ['Redirect', 'Where people go afterwards.'],
  modal: ['Dialog', 'Opens a dialog.'],
  'modal-tab': ['Start of the profile', 'Where the profile dialog begins.'],
  action: ['Action', 'Does something for a member who presses it.'],
  'auth-provider': ['Social sign-in', 'Opens the window of a provider.'],
  auth: ['List of providers', 'Lets members connect and disconnect providers.'],
  'auth-connected-text': ['Text of a connected provider', 'Stands beside a provider that is connected.'],
  'auth-disconnect': ['Text to disconnect', 'What the button of a connected provider says.'],
  'plan:add': ['Adds a plan', 'Takes a free plan; a visitor’s choice waits until they have signed in.'],
  'plan:update': ['Changes the plan', 'Takes a free plan and gives up the other free plans.'],
  'plan:remove': ['Removes a plan', 'Gives up that one free plan.'],
  'price:add': ['Adds a price', 'Goes to pay; a visitor’s choice waits until they have signed in.'],
  'price:update': ['Changes the price', 'Goes to pay; the words say that a member changes what they pay.'],
  'price:remove': ['Empties the cart', 'Forgets a price that a visitor chose. It ends no subscription.'],
  coupon: ['Coupon', 'Taken along to the payment.'],
  'signup:hcaptcha': ['Place of the captcha', 'Where a puzzle may be shown.'],
  message: ['Message box', 'Your own box for what people are told.'],
  'message-text': ['Text of a message', 'Where in the box the sentence goes.'],
  'message-close': ['Close button of a message', 'Closes its box.'],
  loader: ['Loader', 'Shown while something runs.'],
  channel: ['Channel', 'Holds the comments of one subject.'],
  'channel-sort': ['Order of comments', 'Which comments come first.'],
  'channel-limit': ['Number of comments', 'How many are shown at once.'],
  post: ['Post', 'The template of a post, or a part of it.'],
  'post-creator': ['Writer of a post', 'Shows who wrote it.'],
  thread: ['Replies', 'The place of replies, or a part of them.'],
  'thread-creator': ['Writer of a reply', 'Shows who wrote it.'],
};

/** Values with a name of their own. */
const byValue = {
  action: {
    logout: 'Log-out link',
    'login-redirect': 'Link to the member’s page',
    'customer-portal': 'Customer portal',
    'resend-verification-email': 'Verification email, once more',
    'profile-image': 'Picture upload',
    'delete-account': 'Account deletion',
  },
  form: {
    signup: 'Sign-up form',
    login: 'Log-in form',
    profile: 'Profile form',
    email: 'Email form',
    password: 'Password form',
    'forgot-password': 'Forgotten-password form',
    'reset-password': 'Password-reset form',
    'passwordless-login': 'Log-in form with a mailed code',
    'passwordless-signup': 'Sign-up form with a mailed code',
    comment: 'Comment form',
  },
  modal: {
    login: 'Log-in dialog',
    signup: 'Sign-up dialog',
    profile: 'Profile dialog',
    'forgot-password': 'Forgotten-password dialog',
    'reset-password': 'Password-reset dialog',
  },
} satisfies {
  action: Record<ActionWord, string>;
  form: Record<FormKind, string>;
  modal: Record<string, string>;
};

export const isAuthorAttribute = (name: string): name is AuthorAttribute => Object.hasOwn(about, name);

/** @param name the attribute without its prefix */
export function aboutAttribute(name: AuthorAttribute, value: string): About {
  const [title, description] = about[name];
  const own: Record<string, string> | undefined = name in byValue ? byValue[name as keyof typeof byValue] : undefined;
  if (!own) return { title, description };
  if (Object.hasOwn(own, value)) return { title: own[value]!, description };
  const known = Object.keys(own).join(', ');
  return { title: `${title} with a value nobody knows`, description: `Nothing happens with it. Known are: ${known}.` };
}

/** Where our documentation speaks of an attribute: its name is the anchor, in letters and hyphens. */
export const attributeDocumentation = (name: AuthorAttribute): string =>
  `/docs/attributes#data-ms-${name.replaceAll(':', '-')}`;
