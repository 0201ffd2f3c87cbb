import type { ComponentType } from 'react';
import type { Display } from './contract.ts';
import { LoginScreen } from './screens/login.tsx';

/** Every screen by its display value. */
export const screens: Partial<Record<Display, ComponentType>> = {
  login: LoginScreen,
};
