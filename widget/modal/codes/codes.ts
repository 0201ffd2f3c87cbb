/** The screens that wait for a mailed code, and what follows one: a file of its own, fetched while the mail is on its way. */
export { PasswordlessTokenScreen as passwordless_token } from './passwordless-token.tsx';
export { SecondStepScreen as second_step } from './second-step.tsx';
export { ResetPasswordScreen as reset_password } from './reset-password.tsx';
export { ResetSuccessScreen as reset_password_success } from './reset-success.tsx';
