import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { ReasonField } from '../shell/reason-field.tsx';
import type { MemberPlace } from './member-queries.ts';
import { useMemberChange } from './use-member-change.ts';

interface EmailDialogProps {
  place: MemberPlace;
  member: ShownMember;
  onClose: () => void;
}

/** Changes a member's e-mail address. The address decides who can log in, so it asks for a reason and a fresh proof. */
export function EmailDialog({ place, member, onClose }: EmailDialogProps) {
  const withProof = useWithProof();
  const { refresh, keep } = useMemberChange(place);
  const form = useForm({
    check: ({ email = '', reason = '' }) => [
      ...(email.trim() ? [] : [{ field: 'email', message: 'Enter the new address' }]),
      ...(reason.trim() ? [] : [{ field: 'reason', message: 'Enter a reason' }]),
    ],
    async send({ email = '', reason = '' }) {
      const body = { version: member.version, email: email.trim(), reason: reason.trim() };
      try {
        const done = await withProof(() =>
          send('PUT /console/api/sites/:siteId/members/:memberId/email', body, { ...place }),
        );
        if (!done) return;
        keep(done);
        toast({ kind: 'success', title: `The address is ${body.email} now` });
        onClose();
        await refresh();
      } catch (error) {
        // First, so that another press goes on from what is there now.
        if (isRefusal(error, 'changed-meanwhile')) await refresh();
        const isField = isRefusal(error, 'invalid-email') || isRefusal(error, 'email-already-in-use');
        form.fail([{ field: isField ? 'email' : undefined, message: messageOf(error) }]);
      }
    },
  });
  const { sessions, address } = member;
  return (
    <Dialog open title="Another address" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <Notice tone="warning" title="What it does, at once">
          <p>
            {address.email} no longer opens the account.{' '}
            {sessions.length === 1 ? '1 session ends' : `${sessions.length} sessions end`}, and the new address counts
            as not proved. {address.verified && 'The present address is told by mail. '}Be sure that it is the member
            who asks.
          </p>
          {address.pending && (
            <p>
              To end the change to {address.pending} instead, enter {address.email}.
            </p>
          )}
        </Notice>
        <Field
          label="New address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.emailMaxLength}
          error={form.errorOf('email')}
        />
        <ReasonField form={form} />
        <Button type="submit" loading={form.pending}>
          Change the address
        </Button>
      </form>
    </Dialog>
  );
}
