import type { StudentMember } from '../../contract/student-fields.ts';
import { profileMessages } from '../messages/profile.ts';
import { useMember } from '../session/member.ts';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../../ui/use-tab.ts';
import { DetailsTab } from './details-tab.tsx';
import { EmailTab } from './email-tab.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { details, emailSettings, preferences } from './settings.ts';
import { useSettings } from './use-settings.ts';

/** What a member may change about themself: details, preferences, email settings, ways in. */
export function Component() {
  const member = useMember();
  return member ? <Profile key={member.id} member={member} /> : null;
}

const settingNames = ['details', 'preferences', 'email'] as const;
const tabNames = [...settingNames, 'security'] as const;

function Profile({ member }: { member: StudentMember }) {
  const [tab, openTab] = useTab(tabNames, 'details');
  const settings = useProfile(member);
  const { email } = member.auth;
  const noteOf = (name: (typeof settingNames)[number]) => settings[name].isChanged && 'not saved';

  return (
    <Page>
      <h1 tabIndex={-1} className="mb-8">
        Your profile
      </h1>
      <Tabs
        label="Profile"
        current={tab}
        onChange={openTab}
        tabs={[
          { name: 'details', label: 'Details', note: noteOf('details') },
          { name: 'preferences', label: 'Preferences', note: noteOf('preferences') },
          { name: 'email', label: 'Email', note: noteOf('email') },
          { name: 'security', label: 'Security' },
        ]}
      >
        {(name) =>
          ({
            details: <DetailsTab settings={settings.details} email={email} />,
            preferences: <PreferencesTab settings={settings.preferences} member={member} />,
            email: <EmailTab settings={settings.email} email={email} />,
            security: <SecurityTab member={member} isOpen={tab === 'security'} />,
          })[name]
        }
      </Tabs>
    </Page>
  );
}

/** The three groups, each with its own draft and its own messages. */
function useProfile(member: StudentMember) {
  return {
    details: useSettings({ member, name: 'profile.details', group: details, messages: profileMessages.details }),
    preferences: useSettings({
      member,
      name: 'profile.preferences',
      group: preferences,
      messages: profileMessages.preferences,
    }),
    email: useSettings({ member, name: 'profile.email', group: emailSettings, messages: profileMessages.email }),
  };
}
