import type { ReactNode } from 'react';
import { useModal } from '../modal-context.ts';
import { SureButton } from './sure-button.tsx';
import { goToBilling } from './billing.ts';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';
import { freePlans, nameOfPlan } from './views.ts';

/** What a member has: paid plans, free ones, and those of teams they have joined. */
export function PlansView() {
  const { app, client } = useModal();
  const { member, label, press } = useProfile();
  const nameOf = (planId: string) => nameOfPlan(app, planId);
  const free = freePlans({ app, member });
  const { joinedTeams } = member.teams;
  const joinedNames = new Set(joinedTeams.map(({ planName }) => planName));
  // A plan that came with a team is listed with the team.
  const paid = member.planConnections.filter(
    ({ active, type, planId, payment }) =>
      active && type !== 'FREE' && !(payment === null && joinedNames.has(nameOf(planId))),
  );

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
        {paid.map(({ id, planId }) => (
          <PlanRow key={id} name={nameOf(planId)} />
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

function PlanRow({ name, button, onSure }: { name: string; button?: string; onSure?: () => Promise<void> }) {
  return (
    <li className="ms-row">
      <span className="ms-row__text">{name}</span>
      {button && onSure && (
        <SureButton className="ms-button ms-button--small" name={`${button}: ${name}`} onSure={onSure}>
          {button}
        </SureButton>
      )}
    </li>
  );
}
