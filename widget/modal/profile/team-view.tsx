import { useEffect, useState } from 'react';
import type { Team } from '../../../contract/teams.ts';
import { useModal } from '../modal-context.ts';
import { Invitation } from './invitation.tsx';
import { useProfile } from './profile-context.ts';
import { TeamMembers } from './team-members.tsx';
import { ViewHeading } from './view-heading.tsx';

/** The team a member owns; the first one, as the protocol wants it. */
export function TeamView() {
  const { client, fail } = useModal();
  const { member, label, press, whileBusy } = useProfile();
  const { teamId } = member.teams.ownedTeams[0] ?? {};
  const [team, setTeam] = useState<Team | null>();
  useEffect(() => {
    if (!teamId) return;
    whileBusy(() => client.getTeam({ teamId })).then(
      ({ data }) => setTeam(data),
      (error: unknown) => {
        setTeam(null);
        fail(error);
      },
    );
  }, [client, teamId, fail, whileBusy]);

  return (
    <>
      <ViewHeading text={label('team_title')} />
      {team === undefined && <p className="ms-text">{label('loading_text')}</p>}
      {team && (
        <>
          <p className="ms-text">
            {team.maxTeamMembers === null
              ? label('seats_without_limit', { used: String(team.members.length) })
              : label('seats', { used: String(team.members.length), max: String(team.maxTeamMembers) })}
          </p>
          <Invitation
            team={team}
            onRenew={() =>
              press(async () => {
                const { data } = await client.generateInviteToken({ teamId: team.id });
                setTeam({ ...team, ...data });
                return label('invite_link_regenerated');
              })
            }
          />
          <TeamMembers
            team={team}
            onRemove={(memberId) =>
              press(async () => {
                await client.removeMemberFromTeam({ teamId: team.id, memberId });
                setTeam({ ...team, members: team.members.filter((each) => each.member.id !== memberId) });
                return label('member_removed');
              })
            }
          />
        </>
      )}
    </>
  );
}
