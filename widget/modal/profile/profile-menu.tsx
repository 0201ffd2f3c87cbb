import { useModal } from '../modal-context.ts';
import { Address } from './address.tsx';
import { Avatar } from './avatar.tsx';
import { Heading } from '../ui/heading.tsx';
import { goToBilling } from './billing.ts';
import { useProfile } from './profile-context.ts';
import { menuEntries, type View } from './views.ts';

const drawings: Partial<Record<View | 'billing' | 'leave', string>> = {
  profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8a7 7 0 0 1 14 0',
  security: 'M12 3 5 6v5c0 5 3 8.500 7 10 4-1.500 7-5 7-10V6Z',
  changePassword: 'M7 11h10v9H7Zm2 0V8a3 3 0 0 1 6 0v3',
  plans: 'm12 3 9 5-9 5-9-5Zm9 9.500-9 5-9-5',
  team: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm-6 9a6 6 0 0 1 12 0m1-9a3 3 0 0 0 0-6m2 9a6 6 0 0 1 3 5',
  billing: 'M3 6h18v12H3Zm0 4h18M6 15h4',
  leave: 'M10 4H5v16h5m4-4 4-4-4-4m4 4H9',
};

/** What there is in a profile. */
export function ProfileMenu() {
  const { app, client } = useModal();
  const { member, label, view, show, isNarrow, press, leave } = useProfile();
  const names: Partial<Record<View, string>> = {
    profile: label('profile_button'),
    security: label('security_button'),
    changePassword: label(member.auth.hasPassword ? 'change_password' : 'set_password'),
    plans: label('plans_button'),
    team: label('team_button'),
  };
  return (
    <nav className="ms-menu" aria-label={label('menu')}>
      <div className="ms-menu__who">
        <Avatar image={member.profileImage} email={member.auth.email} />
        {isNarrow ? (
          <Heading text={<Address of={member.auth.email} />} takesFocus />
        ) : (
          <p>
            <Address of={member.auth.email} />
          </p>
        )}
      </div>
      <ul>
        {menuEntries({ app, member }, isNarrow).map((each) => (
          <li key={each}>
            <button
              type="button"
              className="ms-menu__entry"
              aria-current={view === each ? 'page' : undefined}
              onClick={() => show(each)}
            >
              <Drawing of={each} />
              {names[each]}
            </button>
          </li>
        ))}
        {isNarrow && member.stripeCustomerId !== null && (
          <li>
            <button type="button" className="ms-menu__entry" onClick={() => void press(() => goToBilling(client))}>
              <Drawing of="billing" />
              {label('manage_subscriptions')}
            </button>
          </li>
        )}
        <li>
          <button type="button" className="ms-menu__entry" onClick={() => void leave(() => client.logout())}>
            <Drawing of="leave" />
            {label('logout_button')}
          </button>
        </li>
      </ul>
    </nav>
  );
}

const Drawing = ({ of }: { of: keyof typeof drawings }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[of]} />
  </svg>
);
