import { Field, type FieldProps } from '../../ui/field.tsx';

/** The log-in address, marked up for password managers and the keyboards of phones. */
export const EmailField = (props: Pick<FieldProps, 'defaultValue' | 'enterKeyHint' | 'error' | 'autoComplete'>) => (
  <Field
    label="Email"
    name="email"
    type="email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);
