import { MailCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { newPasswordHint } from '../ui/person-fields.ts';
import { useCreatePassword } from './use-create-password.ts';
import type { Visit } from './use-visit.ts';

interface CreatePasswordProps {
  heading: RefObject<HTMLHeadingElement | null>;
  visit: Visit;
  onBack: () => void;
}

/** The password that opens the outline, chosen in the visit that asked or with the mailed link. */
export function CreatePassword({ heading, visit, onBack }: CreatePasswordProps) {
  const form = useCreatePassword(visit);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Create Password
      </h1>
      <p className="mt-2 text-muted">
        {'proof' in visit
          ? 'Then read the outline straight away. If you have an account already, it keeps the password it has.'
          : 'It opens the outline now, and your account whenever you come back.'}
      </p>
      {'proof' in visit ? <LinkSent email={visit.email} /> : <OpenedFor email={visit.email} />}
      <form {...form.props} className="mt-8 space-y-6">
        <ErrorSummary form={form} />
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" defaultValue={visit.email} hidden readOnly />
        <PasswordField
          label="Password"
          name="password"
          hint={newPasswordHint}
          autoComplete="new-password"
          enterKeyHint="done"
          error={form.errorOf('password')}
        />
        <Button type="submit" loading={form.pending} className="w-full">
          Set Password & View Outline
        </Button>
      </form>
      {'proof' in visit && (
        <p className="mt-6 text-center">
          <Button look="link" onClick={onBack}>
            Use another email
          </Button>
        </p>
      )}
    </>
  );
}

function LinkSent({ email }: { email: string }) {
  return (
    <div className="mt-6 flex gap-3 rounded-lg bg-tint p-4">
      <MailCheck className="mt-0.5 size-5 shrink-0 text-brand" aria-hidden="true" />
      <p className="min-w-0">
        We have also emailed a link to <strong className="email font-semibold">{email}.</strong> If you leave now, that
        mail brings you to the outline.
      </p>
    </div>
  );
}

function OpenedFor({ email }: { email: string }) {
  return (
    <p className="mt-6 rounded-lg bg-tint p-4">
      This is the account of <strong className="email font-semibold">{email}.</strong>
    </p>
  );
}
