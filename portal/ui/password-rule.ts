import { limits } from '../../contract/limits.ts';
import { formMessages } from '../messages/forms.ts';
import type { Problem } from '../../ui/problems.ts';

/** Fewest characters of a new password. The page says it where the site has a greater number than the service's own. */
export const passwordMinLength = Number(
  globalThis.document?.getElementById('root')?.dataset['password'] ?? limits.passwordMinLength,
);

/** What is wrong with the length of a new password. @param tell the message, by the fewest characters */
export const findTooShort = (password = '', tell = formMessages.passwordTooShort): Problem[] =>
  password.length < passwordMinLength ? [{ field: 'password', message: tell(String(passwordMinLength)) }] : [];
