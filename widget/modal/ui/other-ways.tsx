import { useModal } from '../modal-context.ts';
import { ProviderMark } from './provider-mark.tsx';

interface OtherWaysProps {
  /** Signs in or up with a provider, in the press itself. */
  onProvider: (provider: string) => Promise<void>;
  withPassword: string;
  withEmail: string;
}

/** What stands after "or": a mailed code instead of a password, providers, the site's own single sign-on. */
export function OtherWays({ onProvider, withPassword, withEmail }: OtherWaysProps) {
  const { app, label, isPasswordless, setPasswordless, fail } = useModal();
  const providers = app.authProviders.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
  const hasToggle = app.additionalAuthMethods.passwordless.enabled === true;
  const ssoUrl = httpsOnly(app.ssoSignupButtonURL);
  if (!hasToggle && !providers[0] && !ssoUrl) return null;

  // So many stand beside one another, by their names alone.
  const isMany = providers.length > 3;
  const go = (provider: string) => onProvider(provider).catch(fail);
  return (
    <>
      <p className="ms-divider">
        <span>{label('or')}</span>
      </p>
      <div className={`ms-ways${isMany ? ' ms-ways--many' : ''}`}>
        {hasToggle && (
          <button type="button" className="ms-button" onClick={() => setPasswordless(!isPasswordless)}>
            {isPasswordless ? withPassword : withEmail}
          </button>
        )}
        {providers.map(({ provider, name, icon }) => (
          <button
            key={provider}
            type="button"
            className="ms-button"
            aria-label={label('continue_with', { provider: name })}
            onClick={() => void go(provider)}
          >
            <ProviderMark of={provider} icon={icon} />
            {isMany ? name : label('continue_with', { provider: name })}
          </button>
        ))}
        {ssoUrl && (
          <a className="ms-button" href={ssoUrl}>
            {label('single_sign_on')}
          </a>
        )}
      </div>
    </>
  );
}

/** An address with another scheme could run a script. */
const httpsOnly = (address: string | null) =>
  address !== null && URL.canParse(address) && new URL(address).protocol === 'https:' ? address : undefined;
