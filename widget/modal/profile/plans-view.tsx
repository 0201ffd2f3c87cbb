import type { ReactNode } from 'react';
import type { PlanConnection } from '../../../contract/members.ts';
import { useModal } from '../modal-context.ts';
import { SureButton } from './sure-button.tsx';
import { goToBilling } from './billing.ts';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';
import { freePlans, nameOfPlan, paidPlans } from './views.ts';

/** What a member has: paid plans, free ones, and those of teams they have joined. */
export function PlansView() {
  const { app, client } = useModal();
  const { member, label, press } = useProfile();
  const nameOf = (planId: string) => nameOfPlan(app, planId);
  const free = freePlans({ app, member });
  const { joinedTeams } = member.teams;

  function noteOf({ active, payment }: PlanConnection): string | undefined {
    if (!active) return label('payment_missing');
    const endsAt = payment?.cancelAtDate;
    return endsAt ? label('plan_ends', { date: new Date(endsAt).toLocaleDateString() }) : undefined;
  }

  async function leaveTeam(teamId: string): Promise<undefined> {
    await client.removeMemberFromTeam({ teamId, memberId: member.id });
    await client.getCurrentMember();
  }
  return (
    <>
      <ViewHeading text={label('plans_title')} />
      {free.length + joinedTeams.length === 0 && <p className="ms-text">{label('no_plans_message')}</p>}
      <Plans title={label('free_plans')}>
        {free.map(({ id, planId }) => (
          <PlanRow
            key={id}
            name={nameOf(planId)}
            button={label('remove_button')}
            onSure={() => press(async () => void (await client.removePlan({ planId })))}
          />
        ))}
      </Plans>
      <Plans title={label('team_plans')}>
        {joinedTeams.map(({ teamId, planName }) => (
          <PlanRow
            key={teamId}
            name={planName}
            button={label('leave_team')}
            onSure={() => press(() => leaveTeam(teamId))}
          />
        ))}
      </Plans>
      <Plans title={label('paid_plans')}>
        {paidPlans({ app, member }).map((plan) => (
          <PlanRow key={plan.id} name={nameOf(plan.planId)} note={noteOf(plan)} />
        ))}
      </Plans>
      {member.stripeCustomerId !== null && (
        <button type="button" className="ms-button" onClick={() => void press(() => goToBilling(client))}>
          {label('manage_subscriptions')}
        </button>
      )}
    </>
  );
}

function Plans({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div className="ms-part">
      <h3>{title}</h3>
      <ul className="ms-rows">{children}</ul>
    </div>
  );
}

interface PlanRowProps {
  name: string;
  note?: string | undefined;
  button?: string;
  onSure?: () => Promise<void>;
}

function PlanRow({ name, note, button, onSure }: PlanRowProps) {
  return (
    <li className="ms-row">
      <span className="ms-row__text">
        {name}
        {note !== undefined && <span className="ms-row__note">{note}</span>}
      </span>
      {button && onSure && (
        <SureButton className="ms-button ms-button--small" name={`${button}: ${name}`} onSure={onSure}>
          {button}
        </SureButton>
      )}
    </li>
  );
}
