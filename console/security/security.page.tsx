import { Page } from '../shell/page.tsx';
import { AuthenticatorCard } from './authenticator-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PersonCard } from './person-card.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The signed-in person's own ways in: what proves who they are, and where they are signed in. */
export function Component() {
  return (
    <Page title="Your sign-in" width="text" about="What proves that it is you, and where you are signed in.">
      <div className="flex flex-col gap-6">
        <PasskeysCard />
        <AuthenticatorCard />
        <RecoveryCard />
        <SessionsCard />
        <PasswordCard />
        <PersonCard />
      </div>
    </Page>
  );
}
