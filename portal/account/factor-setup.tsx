import { KeyRound, Smartphone } from 'lucide-react';
import { partnerTitle } from '../../shared/partners.ts';
import { AuthenticatorSetup } from '../../ui/authenticator-setup.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { knowsPasskeys } from '../../ui/passkeys.ts';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { usePartner } from '../partner/partner.tsx';
import { useFactorSetup, type FactorSetupState } from './use-factor-setup.ts';

interface FactorSetupProps {
  /** Once a factor is set up and the recovery codes are kept. */
  onDone: () => Promise<void>;
  onStartAgain: () => void;
}

/** What a member without a second factor sets up before anything else, where the site requires one. */
export function FactorSetup({ onDone, onStartAgain }: FactorSetupProps) {
  const state = useFactorSetup(onDone);
  if (state.recoveryCodes) return <Codes state={state} codes={state.recoveryCodes} />;
  if (state.secret) return <App state={state} secret={state.secret} />;
  return <Ways state={state} onStartAgain={onStartAgain} />;
}

function Ways({ state, onStartAgain }: { state: FactorSetupState; onStartAgain: () => void }) {
  const { busy, fault } = state;
  const hasPasskeys = knowsPasskeys();
  return (
    <>
      <StageHeading text="Add a second step" />
      <p className="mt-2 text-muted">
        Your password alone is not enough here. Choose what else proves that it is you; it takes a minute, this once.
      </p>
      <div role="alert" className="mt-6 empty:hidden">
        {fault && (
          <Notice tone="error">
            <p>{fault}</p>
          </Notice>
        )}
      </div>
      <ul className="mt-8 space-y-6">
        {hasPasskeys && (
          <li>
            <Button className="w-full" loading={busy === 'passkey'} onClick={() => void state.addPasskey()}>
              <KeyRound className="size-5" aria-hidden="true" />
              Use a passkey
            </Button>
            <p className="mt-2 text-sm text-muted">
              The fingerprint, face or PIN of this device, or a security key. Nothing to type.
            </p>
          </li>
        )}
        <li>
          <Button
            className="w-full"
            look={hasPasskeys ? 'outline' : 'primary'}
            loading={busy === 'authenticator'}
            onClick={() => void state.beginAuthenticator()}
          >
            <Smartphone className="size-5" aria-hidden="true" />
            Use an authenticator app
          </Button>
          <p className="mt-2 text-sm text-muted">An app on your phone that shows six digits each time you log in.</p>
        </li>
      </ul>
      <p className="mt-6 text-center">
        <Button look="link" onClick={onStartAgain}>
          Not now
        </Button>
      </p>
    </>
  );
}

function App({ state, secret }: { state: FactorSetupState; secret: NonNullable<FactorSetupState['secret']> }) {
  const { codeForm: form, chooseAgain } = state;
  return (
    <>
      <StageHeading text="Set up an authenticator app" />
      <form {...form.props} className="mt-8 space-y-6">
        <ErrorSummary form={form} />
        <AuthenticatorSetup {...secret} />
        <CodeField hint="The six digits that the app shows now." error={form.errorOf('code')} enterKeyHint="go" />
        <Button type="submit" loading={form.pending} className="w-full">
          Confirm
        </Button>
      </form>
      <p className="mt-6 text-center">
        <Button look="link" onClick={chooseAgain}>
          Choose another way
        </Button>
      </p>
    </>
  );
}

function Codes({ state, codes }: { state: FactorSetupState; codes: readonly string[] }) {
  const partner = usePartner();
  const { keptForm: form } = state;
  return (
    <>
      <StageHeading text="Keep your recovery codes" />
      <p className="mt-2 mb-6 text-muted">
        Your second step is set up. With one of these you log in when it is not there.
      </p>
      <RecoveryCodes codes={codes} place={partnerTitle(partner)} />
      <form {...form.props} className="mt-6 space-y-6">
        <ErrorSummary form={form} />
        <CheckboxField name="kept" label="I have kept these codes" error={form.errorOf('kept')} />
        <Button type="submit" loading={form.pending} className="w-full">
          Go on
        </Button>
      </form>
    </>
  );
}

function StageHeading({ text }: { text: string }) {
  return (
    <h1 ref={takeFocus} tabIndex={-1}>
      {text}
    </h1>
  );
}

/** Where reading goes on once this has come in the place of what was there. */
const takeFocus = (heading: HTMLElement | null): void => heading?.focus({ preventScroll: true });
