import type { Team } from '../../../contract/teams.ts';
import { CopyButton } from './copy-button.tsx';
import { inviteLink, isFull, onSite } from './invite-link.ts';
import { useProfile } from './profile-context.ts';
import { SureButton } from './sure-button.tsx';

interface InvitationProps {
  team: Team;
  onRenew: () => Promise<void>;
}

/** The link that lets others join; in its place, in a full team, the way to more seats. */
export function Invitation({ team, onRenew }: InvitationProps) {
  const { label } = useProfile();
  const link = inviteLink(team, location.origin);
  const upgrade = onSite(team.plan.teamAccountUpgradeLink, location.origin);
  return (
    <div className="ms-invitation">
      {link && (
        <>
          <h3>{label('invite_link')}</h3>
          <div className="ms-invitation__link">
            <p>{link}</p>
            <CopyButton text={link} />
          </div>
        </>
      )}
      {isFull(team) && (
        <>
          <p className="ms-text">{label('seats_full_warning')}</p>
          {upgrade && (
            <a className="ms-button ms-button--small" href={upgrade.href}>
              {label('upgrade_button')}
            </a>
          )}
        </>
      )}
      {/* The link that was sent to others ends with it. */}
      <SureButton className="ms-link" name={label('regenerate_invite_link')} onSure={onRenew}>
        {label('regenerate_invite_link')}
      </SureButton>
    </div>
  );
}
