import { useLocation } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { WayIn } from '../shell/way-in.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Signing in: by a passkey alone, or by password and second factor. */
export function Component() {
  const { search } = useLocation();
  const { begun, begin, startAgain, finish } = useSignIn();
  if (begun)
    return (
      <WayIn
        title="One more step"
        step="second-factor"
        about="A second proof keeps others out, should your password leak."
      >
        <SecondFactorStep begun={begun} onSignedIn={finish} onStartAgain={startAgain} />
      </WayIn>
    );
  return (
    <WayIn title="Sign in" step="password" about="The console is for the people who run Intake.">
      {new URLSearchParams(search).has('ended') && (
        <div className="mb-6">
          <Notice tone="info" title="Your session has ended">
            <p>Sign in again and you are back where you were.</p>
          </Notice>
        </div>
      )}
      <PasswordStep onBegun={begin} onSignedIn={finish} />
    </WayIn>
  );
}
