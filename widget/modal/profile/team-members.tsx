import type { Team } from '../../../contract/teams.ts';
import { Address } from './address.tsx';
import { Avatar } from './avatar.tsx';
import { useProfile } from './profile-context.ts';
import { SureButton } from './sure-button.tsx';

interface TeamMembersProps {
  team: Team;
  onRemove: (memberId: string) => Promise<void>;
}

/** Everybody in a team. Its owner cannot be removed. */
export function TeamMembers({ team, onRemove }: TeamMembersProps) {
  const { label } = useProfile();
  return (
    <ul className="ms-rows">
      {team.members.map(({ role, member: { id, auth, profileImage, verified } }) => (
        <li key={id} className="ms-row">
          <Avatar image={profileImage} email={auth.email} />
          <span className="ms-row__text">
            <Address of={auth.email} />
            <span className="ms-row__note">
              {label(role === 'OWNER' ? 'role_owner' : 'role_member')}
              {!verified && ` · ${label('unverified')}`}
            </span>
          </span>
          {role !== 'OWNER' && (
            <SureButton
              className="ms-icon-button"
              name={`${label('remove_button')} ${auth.email}`}
              onSure={() => onRemove(id)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13" />
              </svg>
            </SureButton>
          )}
        </li>
      ))}
    </ul>
  );
}
