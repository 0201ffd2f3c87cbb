import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { staffQuery } from './staff-query.ts';
import { StaffTable } from './staff-table.tsx';

/** Who is on the staff: to invite, to change, to remove. What is open stands in the address. */
export function Component() {
  return useMay('manage-staff') ? <StaffPage /> : <NotFound />;
}

function StaffPage() {
  const staff = useQuery(staffQuery);
  const [params, setParams] = useSearchParams();
  const person = staff.data?.find(({ id }) => id === params.get('person'));
  const close = () => setParams({}, { preventScrollReset: true });
  const invite = (
    <Button onClick={() => setParams({ invite: '' }, { preventScrollReset: true })}>Invite somebody</Button>
  );
  const isAlone = staff.data?.length === 1;
  return (
    <Page title="Staff" about="Who signs in to this console, and what they may do." action={invite}>
      {staff.isError && (
        <Notice tone="error" role="alert" title="The staff could not be read">
          <p>{messageOf(staff.error)}</p>
        </Notice>
      )}
      {staff.isPending && <Skeleton className="h-40" />}
      {staff.data && (
        <StaffTable staff={staff.data} onOpen={({ id }) => setParams({ person: id }, { preventScrollReset: true })} />
      )}
      {isAlone && (
        <div className="mt-6">
          <EmptyState icon={UsersRound} title="You are the only one">
            <p>
              Invite the people you work with. Each gets a role, which says what they may do, and the sites and partners
              they see. Make a second one an owner, so that a lost phone locks nobody out.
            </p>
          </EmptyState>
        </div>
      )}
      {params.has('invite') && <InviteDialog onClose={close} />}
      {person && <PersonDialog key={person.id} person={person} onClose={close} />}
    </Page>
  );
}
