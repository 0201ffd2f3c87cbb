import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ShownSite } from '../../contract/console/members-schemas.ts';
import { limits } from '../../contract/limits.ts';
import { RequestError } from '../../client/request.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { ReasonField } from '../shell/reason-field.tsx';
import { membersKey } from './member-queries.ts';

interface CreateDialogProps {
  site: ShownSite;
  onClose: () => void;
}

/** A member made by hand, who is mailed where asked alone. Their fields are filled in on their page. */
export function CreateDialog({ site, onClose }: CreateDialogProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const withProof = useWithProof();
  const free = site.plans.filter(({ isFree, isActive }) => isFree && isActive);
  const form = useForm({
    check: ({ email = '' }) => (email.trim() ? [] : [{ field: 'email', message: 'Enter their address' }]),
    async send({ email = '', planId = '', reason = '', verified, invite }) {
      const body = {
        email: email.trim(),
        verified: verified === 'on',
        invite: invite === 'on',
        ...(planId && { planIds: [planId] }),
        ...(reason.trim() && { reason: reason.trim() }),
      };
      try {
        const made = await withProof(() => send('POST /console/api/sites/:siteId/members', body, { siteId: site.id }));
        if (!made) return;
        const { data } = made;
        toast({ kind: 'success', title: toldOf(body.invite, data.mailAfterSeconds) });
        await queryClient.invalidateQueries({ queryKey: membersKey(site.id) });
        void navigate(`/sites/${site.id}/members/${data.member.id}`);
      } catch (error) {
        const isOfEmail = isRefusal(error, 'invalid-email') || isRefusal(error, 'email-already-in-use');
        const field = error instanceof RequestError ? error.field : undefined;
        form.fail([{ field: isOfEmail ? 'email' : field, message: messageOf(error) }]);
      }
    },
  });
  return (
    <Dialog open title="Create a member" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <Field
          label="E-mail address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.emailMaxLength}
          error={form.errorOf('email')}
        />
        {free.length > 0 && (
          <SelectField
            label="Free plan (optional)"
            name="planId"
            placeholder="No plan"
            options={free.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <CheckboxField name="verified" label="You know that the address is theirs: it counts as proved" />
        <CheckboxField name="invite" label="Mail them a code and a link to choose a password" />
        <ReasonField form={form} optional />
        <Button type="submit" loading={form.pending}>
          Create the member
        </Button>
      </form>
    </Dialog>
  );
}

function toldOf(wasAsked: boolean, mailAfterSeconds: number | null): string {
  if (!wasAsked) return 'The member is created. Nobody was mailed';
  if (mailAfterSeconds === null)
    return 'The member is created. This mailbox has had too many mails: send the code later';
  return 'The member is created, and the mail is on its way';
}
