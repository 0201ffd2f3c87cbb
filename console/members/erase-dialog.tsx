import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Erasure } from '../../contract/console/member-care-schemas.ts';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { RequestError } from '../../client/request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { forgetUnsaved } from '../shell/leave-guard.tsx';
import { ReasonField } from '../shell/reason-field.tsx';
import { erasureWords } from './erasure-words.ts';
import { membersKey, type MemberPlace } from './member-queries.ts';
import { useMemberChange } from './use-member-change.ts';

interface EraseDialogProps {
  place: MemberPlace;
  member: ShownMember;
  onClose: () => void;
}

/** The end of a membership: what goes, in numbers; a reason; the address typed; a proof. */
export function EraseDialog({ place, member, onClose }: EraseDialogProps) {
  const withProof = useWithProof();
  const navigate = useNavigate();
  const { refresh } = useMemberChange(place);
  const address = member.address.email;
  const asked = useQuery({
    queryKey: [...membersKey(place.siteId), 'erasure', place.memberId],
    queryFn: async () =>
      (await send('GET /console/api/sites/:siteId/members/:memberId/erasure', undefined, { ...place })).data,
    gcTime: 0,
  });
  const form = useForm({
    check: ({ reason = '', email = '' }) => [
      ...(reason.trim() ? [] : [{ field: 'reason', message: 'Enter a reason' }]),
      ...(email.trim().toLowerCase() === address.toLowerCase()
        ? []
        : [{ field: 'email', message: `Type ${address} to erase this member` }]),
    ],
    async send({ reason = '', email = '' }) {
      try {
        const body = { reason: reason.trim(), email: email.trim() };
        const done = await withProof(() =>
          send('POST /console/api/sites/:siteId/members/:memberId/erasure', body, { ...place }),
        );
        if (!done) return;
        toast({
          kind: 'success',
          title: done.data.checkoutsEnded
            ? 'The member is erased'
            : 'The member is erased. The card provider is away: open card pages end as soon as it is back',
        });
        forgetUnsaved();
        void navigate(`/sites/${place.siteId}/members`);
        await refresh();
      } catch (error) {
        const field = error instanceof RequestError ? error.field : undefined;
        form.fail([{ field, message: messageOf(error) }]);
      }
    },
  });
  return (
    <Dialog open title="Erase this member?" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <Notice tone="warning" title="This can not be undone">
          {asked.data ? (
            <Consequences erasure={asked.data} />
          ) : asked.error ? (
            messageOf(asked.error)
          ) : (
            <Skeleton className="h-20" />
          )}
        </Notice>
        <ReasonField form={form} />
        <Field
          label="Their e-mail address"
          name="email"
          hint={`Type ${address}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={form.errorOf('email')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            Erase for good
          </Button>
          <Button look="outline" onClick={onClose}>
            Leave it as it is
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Consequences({ erasure }: { erasure: Erasure }) {
  return (
    <ul className="list-disc pl-5">
      {erasureWords(erasure).map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
