import { useQueryClient } from '@tanstack/react-query';
import { limits } from '../../contract/limits.ts';
import { staffLimits } from '../../contract/staff-limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { checkGiven, givenIn, RoleFields } from './role-fields.tsx';
import { staffQuery } from './staff-query.ts';

/** Mails somebody the link by which they come in. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const form = useForm({
    check: (values) => [
      ...(values['email']?.trim() ? [] : [{ field: 'email', message: 'Enter an email address' }]),
      ...checkGiven(values),
    ],
    async send(values) {
      const email = values['email']!.trim();
      try {
        const invited = await withProof(() => send('POST /console/api/staff', { email, ...givenIn(values) }));
        if (!invited) return;
        await queryClient.invalidateQueries(staffQuery);
        toast({
          kind: 'success',
          title: `${email} is invited`,
          text: `The link works for ${staffLimits.staffInvitationHours} hours.`,
        });
        onClose();
      } catch (error) {
        const field = isRefusal(error, 'invalid-scope') ? 'scope' : 'email';
        form.fail([{ field, message: messageOf(error) }]);
      }
    },
  });
  return (
    <Dialog open title="Invite somebody" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <Field
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.emailMaxLength}
          hint={`They get a link that works once, for ${staffLimits.staffInvitationHours} hours.`}
          error={form.errorOf('email')}
        />
        <RoleFields form={form} given={{ role: 'reader', sites: [], partners: [] }} />
        <Button type="submit" loading={form.pending}>
          Send the invitation
        </Button>
      </form>
    </Dialog>
  );
}
