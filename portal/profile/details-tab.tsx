import { Field } from '../../ui/field.tsx';
import { personFields } from '../ui/person-fields.ts';
import { detailFields, detailInputs } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';
import type { Settings } from './use-settings.ts';

/** The student’s name and contact details. */
export function DetailsTab({ settings, email }: { settings: Settings<'details'>; email: string }) {
  const { values, set } = settings;
  return (
    <SettingsForm
      title="Your details"
      lead="Your name stands on your receipt and, later, on your certificate."
      settings={settings}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        {detailFields.map((field) => {
          const { isWide, ...input } = detailInputs[field];
          return (
            <Field
              key={field}
              {...input}
              className={isWide && 'sm:col-span-2'}
              value={values[field]}
              onChange={(event) => set(field, event.currentTarget.value)}
            />
          );
        })}
      </div>
      <Field {...personFields.email} hint="Your email cannot be changed." readOnly value={email} />
    </SettingsForm>
  );
}
