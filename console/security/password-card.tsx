import { useState } from 'react';
import { staffLimits } from '../../contract/staff-limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMe } from '../session/me.ts';
import { Part } from './part.tsx';
import { useOwnChange } from './use-own-change.ts';

/** The password: to set a new one. */
export function PasswordCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Part
      id="password"
      title="Password"
      about="A new one ends all your other sessions."
      action={
        <Button look="outline" onClick={() => setOpen(true)}>
          Set a new password
        </Button>
      }
    >
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </Part>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { change } = useOwnChange();
  const { email } = useMe();
  const form = useForm({
    check: ({ password = '' }) =>
      password.length < staffLimits.staffPasswordMinLength
        ? [{ field: 'password', message: `Enter at least ${staffLimits.staffPasswordMinLength} characters` }]
        : [],
    async send({ password = '' }) {
      const done = await change(
        () => send('PUT /console/api/me/password', { password }),
        'Your new password counts from now on',
        (message) => form.fail([{ field: 'password', message }]),
      );
      if (done) onClose();
    },
  });
  return (
    <Dialog open title="A new password" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint={`At least ${staffLimits.staffPasswordMinLength} characters. A few unrelated words work well.`}
          error={form.errorOf('password')}
        />
        <Button type="submit" loading={form.pending}>
          Set the password
        </Button>
      </form>
    </Dialog>
  );
}
