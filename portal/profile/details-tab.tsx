import { Field } from '../ui/field.tsx';
import { personFields } from '../ui/person-fields.ts';
import { SettingsForm } from './settings-form.tsx';
import type { Settings } from './use-settings.ts';

export type DetailsSettings = Settings<'firstName' | 'lastName' | 'phone'>;

/** Who somebody is and how to reach them. */
export function DetailsTab({ settings, email }: { settings: DetailsSettings; email: string }) {
  const { values, set } = settings;
  return (
    <SettingsForm
      title="Your details"
      lead="Your name stands on your receipt and, later, on your certificate."
      settings={settings}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          {...personFields.firstName}
          value={values.firstName}
          onChange={(event) => set('firstName', event.currentTarget.value)}
        />
        <Field
          {...personFields.lastName}
          value={values.lastName}
          onChange={(event) => set('lastName', event.currentTarget.value)}
        />
      </div>
      <Field
        {...personFields.phone}
        hint="With the country code, so that a consultant can reach you"
        value={values.phone}
        onChange={(event) => set('phone', event.currentTarget.value)}
      />
      <Field {...personFields.email} hint="Your email cannot be changed." readOnly value={email} />
    </SettingsForm>
  );
}
