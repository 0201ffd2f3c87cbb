import type { FieldAskedIn } from '../../contract/student-fields.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { Settings } from './use-settings.ts';

/** What there is to tick, in the order shown. */
const choices: Record<FieldAskedIn<'email'>, { label: string; text: string }> = {
  'email-notifications': {
    label: 'Email notifications',
    text: 'Notes about your webinars, requests and replies to you.',
  },
  'marketing-emails': {
    label: 'Marketing emails',
    text: 'New courses, events and offers. Nothing unless you tick this.',
  },
};
const fields = Object.keys(choices) as FieldAskedIn<'email'>[];

/** Which optional mails the student gets. */
export function EmailTab({ settings, email }: { settings: Settings<'email'>; email: string }) {
  const { values, set } = settings;
  return (
    <SettingsForm
      title="Email settings"
      lead={
        <>
          Everything goes to <span className="email">{email}.</span>
        </>
      }
      settings={settings}
    >
      <div className="space-y-3">
        {fields.map((field) => (
          <CheckboxField
            key={field}
            name={field}
            checked={values[field] === 'true'}
            onChange={(event) => set(field, String(event.currentTarget.checked))}
            label={<Choice {...choices[field]} />}
          />
        ))}
      </div>
      <p className="text-sm text-muted">
        Codes, receipts and security notices are always sent: your account and your place depend on them.
      </p>
    </SettingsForm>
  );
}

function Choice({ label, text }: { label: string; text: string }) {
  return (
    <>
      <span className="font-semibold">{label}</span>
      <span className="block text-sm text-muted">{text}</span>
    </>
  );
}
