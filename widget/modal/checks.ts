import { dialogLimits } from '../../contract/dialog-limits.ts';
import type { Labels } from './labels.ts';
import type { Check } from './ui/form.tsx';

/** Something, one @, and a name with at least two characters after its last dot. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** The rules of fields, with the sentences for who breaks them. An empty field is the browser's to ask for. */
export const createChecks = (label: Labels) => ({
  email: ((value) => (emailPattern.test(value.trim()) ? undefined : label('email_error_message'))) satisfies Check,
  password: ((value) =>
    value.length >= dialogLimits.passwordMinLength ? undefined : label('password_error_message')) satisfies Check,
});
