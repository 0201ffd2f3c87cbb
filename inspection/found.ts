import type { ActionWord, AuthorAttribute, FormKind, ModalWord } from '../shared/attributes.ts';

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
  'auth-allow-login': ['Sign-up that logs in', 'Logs in somebody who has an account already.'],
  'social-auth-allow-signup': ['Log-in that signs up', 'A provider’s button in this log-in form signs newcomers up.'],
  'plan:add': ['Adds a plan', 'Takes a free plan; a visitor’s choice waits until they have signed in.'],
  'plan:update': ['Changes the plan', 'Takes a free plan and gives up the other free plans.'],
  'plan:remove': ['Removes a plan', 'Gives up that one free plan.'],
  'price:add': ['Adds a price', 'Goes to pay; a visitor’s choice waits until they have signed in.'],
  'price:update': ['Changes the price', 'Goes to pay; once paid, other subscriptions end with their paid period.'],
  'price:remove': ['Empties the cart', 'Forgets a price that a visitor chose. It ends no subscription.'],
  coupon: ['Coupon', 'Taken along to the payment.'],
  'signup:hcaptcha': ['Place of the captcha', 'Where a puzzle may be shown.'],
  hcaptcha: ['Place of the captcha', 'Where a puzzle may be shown.'],
  message: ['Message box', 'Your own box for what people are told.'],
  'message-text': ['Text of a message', 'Where in the box the sentence goes.'],
  'message-close': ['Close button of a message', 'Closes its box.'],
  loader: ['Loader', 'Shown while something runs.'],
  ignore: ['Ignored problems', 'Problems of this element, and of what stands in it, that the Inspector does not tell.'],
  channel: ['Channel', 'Holds the comments of one subject.'],
  'channel-sort': ['Order of comments', 'Which comments come first.'],
  'channel-limit': ['Number of comments', 'How many are shown at once.'],
  'channel-content': ['Content of a channel', 'Shown once its comments are there.'],
  'channel-notify': ['Notifications', 'Begins and ends mails about replies, and the count of new comments.'],
  'channel-notifications': ['New comments', 'How many have come since the member was last here.'],
  'channel-presence': ['Presence', 'Who is looking at the channel.'],
  post: ['Post', 'The template of a post, or a part of it.'],
  'post-creator': ['Writer of a post', 'Shows who wrote it.'],
  'post-content': ['Text of a post', 'What was written.'],
  'post-edit': ['Editing of a post', 'Its section, its form, the field in it, or the button that ends it.'],
  'post-delete': ['Deletion of a post', 'A button, for its author and for moderators.'],
  'post-load': ['More posts', 'A button, while there are more.'],
  thread: ['Replies', 'The place of replies, or a part of them.'],
  'thread-creator': ['Writer of a reply', 'Shows who wrote it.'],
  'thread-edit': ['Editing of a reply', 'Its section, its form, the field in it, or the button that ends it.'],
  'thread-delete': ['Deletion of a reply', 'A button, for its author and for moderators.'],
  'thread-load': ['More replies', 'A button, while there are more.'],
  'thread-sort': ['Order of replies', 'Turns the order round, or chooses it.'],
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
    'delete-member': 'Account deletion',
    'return-to-checkout': 'Back to the payment',
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
    post: 'Post form',
    thread: 'Reply form',
  },
  modal: {
    login: 'Log-in dialog',
    signup: 'Sign-up dialog',
    profile: 'Profile dialog',
    'forgot-password': 'Forgotten-password dialog',
    'reset-password': 'Password-reset dialog',
    'test-card': 'Test cards',
  },
} satisfies {
  action: Record<ActionWord, string>;
  form: Record<FormKind, string>;
  modal: Record<ModalWord, string>;
};

export const isAuthorAttribute = (name: string): name is AuthorAttribute => Object.hasOwn(about, name);

/** @param name the attribute without its prefix */
export function aboutAttribute(name: AuthorAttribute, value: string): About {
  const [title, description] = about[name];
  const own: Record<string, string> | undefined = name in byValue ? byValue[name as keyof typeof byValue] : undefined;
  return { title: own && Object.hasOwn(own, value) ? own[value]! : title, description };
}

/** Where our documentation speaks of an attribute: its name is the anchor, in letters and hyphens. */
export const attributeDocumentation = (name: AuthorAttribute): string =>
  `/docs/attributes#data-ms-${name.replaceAll(':', '-')}`;
