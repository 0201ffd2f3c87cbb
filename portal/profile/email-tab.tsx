import { CheckboxField } from '../ui/checkbox-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { Settings } from './use-settings.ts';

/** Which mails somebody gets beside those that have to be sent. */
export function EmailTab({ settings, email }: { settings: Settings<'notifications' | 'marketing'>; email: string }) {
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
        <CheckboxField
          name="notifications"
          checked={values.notifications === 'true'}
          onChange={(event) => set('notifications', String(event.currentTarget.checked))}
          label={<Choice name="Email notifications" text="Notes about your webinars, requests and replies to you." />}
        />
        <CheckboxField
          name="marketing"
          checked={values.marketing === 'true'}
          onChange={(event) => set('marketing', String(event.currentTarget.checked))}
          label={
            <Choice name="Marketing emails" text="New courses, events and offers. Nothing unless you tick this." />
          }
        />
      </div>
      <p className="text-sm text-muted">
        Codes, receipts and security notices are always sent: your account and your place depend on them.
      </p>
    </SettingsForm>
  );
}

function Choice({ name, text }: { name: string; text: string }) {
  return (
    <>
      <span className="font-semibold">{name}</span>
      <span className="block text-sm text-muted">{text}</span>
    </>
  );
}
