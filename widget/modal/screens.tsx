import type { ComponentType } from 'react';
import type { Display } from './contract.ts';
import { codeScreen, FactorSetupScreen } from './screens/code-screen.tsx';
import { ForgotPasswordScreen } from './screens/forgot-password.tsx';
import { LoginScreen } from './screens/login.tsx';
import { NewPasswordScreen } from './screens/new-password.tsx';
import { ProfileScreen } from './screens/profile.tsx';
import { SignupScreen } from './screens/signup.tsx';

/** Every screen by its display value. */
export const screens: Record<Display, ComponentType> = {
  login: LoginScreen,
  signup: SignupScreen,
  forgot_password: ForgotPasswordScreen,
  reset_password: codeScreen('reset_password'),
  reset_password_success: codeScreen('reset_password_success'),
  passwordless_token: codeScreen('passwordless_token'),
  second_step: codeScreen('second_step'),
  factor_setup: FactorSetupScreen,
  new_password: NewPasswordScreen,
  profile: ProfileScreen,
};
