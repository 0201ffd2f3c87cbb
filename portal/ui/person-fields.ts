import { limits } from '../../contract/limits.ts';
import { siteSlots, slotOf } from '../../shared/content-slots.ts';
import type { FieldProps } from '../../ui/field.tsx';
import { passwordMinLength } from './password-rule.ts';

/** What a form asks about a person: how the browser fills it in, which keyboard it shows, how long it may be. */
export const personFields = {
  firstName: nameField('firstName', 'First name', 'given-name'),
  lastName: nameField('lastName', 'Last name', 'family-name'),
  fullName: nameField('fullName', 'Full name', 'name'),
  email: {
    label: 'Email',
    name: 'email',
    type: 'email',
    autoComplete: 'email',
    inputMode: 'email',
    enterKeyHint: 'next',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: limits.emailMaxLength,
  },
  phone: {
    label: 'Phone',
    name: 'phone',
    type: 'tel',
    autoComplete: 'tel',
    inputMode: 'tel',
    enterKeyHint: 'done',
    maxLength: limits.phoneMaxLength,
  },
} satisfies Record<string, FieldProps>;

/** The rules for a new password, told before one is typed. */
export const newPasswordHint = `At least ${import.meta.env.SSR ? slotOf(siteSlots, 'passwordMinLength') : passwordMinLength} characters. A few unrelated words work well; common passwords are refused.`;

function nameField(name: string, label: string, autoComplete: string) {
  return {
    label,
    name,
    autoComplete,
    autoCapitalize: 'words',
    enterKeyHint: 'next',
    maxLength: limits.nameMaxLength,
  } satisfies FieldProps;
}
