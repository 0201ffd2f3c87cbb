import { useId } from 'react';
import type { StudentMember } from '../../contract/student-fields.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { NewPasswordFields } from '../ui/new-password-fields.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { usePasswordForm } from './use-password-form.ts';
import type { RecentProof } from './use-recent-proof.ts';

interface PasswordFormProps {
  member: StudentMember;
  proof: RecentProof;
  /** Called once the new password counts. */
  onDone: () => void;
}

/** Another password for the account, or its first one. */
export function PasswordForm({ member, proof, onDone }: PasswordFormProps) {
  const headingId = useId();
  const form = usePasswordForm(member, proof, onDone);
  const { email, hasPassword } = member.auth;
  return (
    <form {...form.props} aria-labelledby={headingId}>
      <h2 id={headingId} className="text-h3">
        Password
      </h2>
      <p className="mt-1 text-muted">
        {hasPassword
          ? 'A new password ends all your other sessions.'
          : 'You log in with a code by email so far. With a password you can do without one.'}
      </p>
      <div className="mt-6 space-y-6">
        <ErrorSummary form={form} />
        {/* For password managers: whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && (
          <PasswordField
            label="Current password"
            name="oldPassword"
            autoComplete="current-password"
            enterKeyHint="next"
            error={form.errorOf('oldPassword')}
          />
        )}
        <NewPasswordFields
          form={form}
          label={hasPassword ? 'New password' : 'Password'}
          confirmLabel={hasPassword ? 'Repeat new password' : 'Repeat password'}
        />
      </div>
      <Button type="submit" loading={form.pending} className="mt-8 w-full sm:w-auto">
        {hasPassword ? 'Change Password' : 'Set Password'}
      </Button>
    </form>
  );
}
