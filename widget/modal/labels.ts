import type { App } from '../../contract/site.ts';
import type { ModalParams } from './contract.ts';

/**
 * Every text of the dialogs by its key. The keys are the protocol's, with some of ours where it has none; a site's
 * dictionary and a page's translations stand above these. `{…}` is filled in.
 */
export const labels = {
  close: 'Close',
  back: 'Back',
  secured_by: 'Secured by',
  loading_text: 'Loading...',
  something_went_wrong: 'Something went wrong. Please try again.',
  try_again: 'Try again',
  session_ended: 'Your session has ended. Please log in again.',

  email_address: 'Email Address',
  email_error_message: 'Please enter a valid email address',
  password: 'Password',
  password_error_message: 'Minimum 8 characters required',
  show_password: 'Show password',
  hide_password: 'Hide password',
  forgot_password: 'Forgot Password?',
  or: 'or',
  continue_with: 'Continue with {provider}',
  continue_with_email: 'Continue with Email',
  single_sign_on: 'Continue with single sign-on',

  login_to_your_account: 'Login to your account',
  login_email_placeholder: '',
  login_password_placeholder: '',
  login: 'Log in',
  login_with_email: 'Log in with an emailed code',
  login_with_password: 'Log in with a password',
  dont_have_an_account: "Don't have an account?",

  create_an_account: 'Create an account',
  signup_email_placeholder: '',
  signup_password_placeholder: '',
  signup_button: 'Sign up',
  signup_with_email: 'Sign up with an emailed code',
  signup_with_password: 'Sign up with a password',
  already_have_an_account: 'Already have an account?',

  reset_your_password: 'Reset your password',
  reset_instructions: 'We will email you a secure link to reset your password.',
  reset_email_placeholder: '',
  reset: 'Send Link',
  reset_already_have_code: 'I already have a code',
  new_password: 'New Password',

  email_waits: 'The email leaves in {seconds} seconds.',

  profile_information_title: 'My Profile',
};

/** What a site or a page says in place of our texts: the first that has a key decides; what is no text is passed over. */
type Overrides = (Record<string, unknown> | undefined)[];
export type LabelKey = keyof typeof labels;
export type Labels<Key extends string = LabelKey> = (key: Key, values?: Record<string, string>) => string;

/** @param defaults our own texts */
export function createLabels<Key extends string>(defaults: Record<Key, string>, overrides: Overrides): Labels<Key> {
  return (key, values = {}) => {
    const own = overrides.map((each) => each && Object.hasOwn(each, key) && each[key]).find(isText);
    return (own ?? defaults[key]).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  };
}

/** The texts for a page and its site; those of a part that brings its own beside them. */
export function labelsFor<Key extends string = LabelKey>(
  { translations }: ModalParams,
  app: App | undefined,
  more?: Record<Key, string>,
): Labels<Key | LabelKey> {
  const ofPage = (window as { memberstackTranslations?: Record<string, unknown> }).memberstackTranslations;
  return createLabels({ ...labels, ...more! }, [translations, ofPage, app?.dictionary]);
}

const isText = (value: unknown): value is string => typeof value === 'string';
