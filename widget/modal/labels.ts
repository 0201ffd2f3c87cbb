/**
 * Every text of the dialogs by its key. The keys are the protocol's; a site's dictionary and a page's translations
 * stand above these.
 */
export const labels = {
  email_address: 'Email Address',
  email_error_message: 'Please enter a valid email address',
  password: 'Password',
  password_error_message: 'Minimum 8 characters required',
  forgot_password: 'Forgot Password?',
  login_to_your_account: 'Login to your account',
  login_email_placeholder: '',
  login_password_placeholder: '',
  login: 'Log in',
  login_with_email: 'Login with email code',
  login_with_password: 'Login with password',
  dont_have_an_account: "Don't have an account?",
  continue_with: 'Continue with {provider}',
  or: 'or',
  continue_with_email: 'Continue with Email',
  create_an_account: 'Create an account',
  close: 'Close',
  secured_by: 'Secured by',
};

export type LabelKey = keyof typeof labels;
export type Labels = (key: LabelKey, values?: Record<string, string>) => string;

/** @param overrides the first that has the key decides; what is no text is passed over */
export function createLabels(...overrides: (Record<string, unknown> | undefined)[]): Labels {
  return (key, values = {}) => {
    const own = overrides.map((each) => each && Object.hasOwn(each, key) && each[key]).find(isText);
    return (own ?? labels[key]).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
