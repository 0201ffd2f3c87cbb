import type { ComponentType } from 'react';
import type { Display } from './contract.ts';
import { ForgotPasswordScreen } from './screens/forgot-password.tsx';
import { LoginScreen } from './screens/login.tsx';
import { NewPasswordScreen } from './screens/new-password.tsx';
import { PasswordlessTokenScreen } from './screens/passwordless-token.tsx';
import { ProfileScreen } from './screens/profile.tsx';
import { ResetPasswordScreen } from './screens/reset-password.tsx';
import { ResetSuccessScreen } from './screens/reset-success.tsx';
import { SignupScreen } from './screens/signup.tsx';

/** Every screen by its display value. */
export const screens: Record<Display, ComponentType> = {
  login: LoginScreen,
  signup: SignupScreen,
  forgot_password: ForgotPasswordScreen,
  reset_password: ResetPasswordScreen,
  reset_password_success: ResetSuccessScreen,
  passwordless_token: PasswordlessTokenScreen,
  new_password: NewPasswordScreen,
  profile: ProfileScreen,
};
