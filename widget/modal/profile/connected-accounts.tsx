import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import { ProviderMark } from '../ui/provider-mark.tsx';
import { SureButton } from './sure-button.tsx';
import { useProfile } from './profile-context.ts';
import { orderedProviders } from './views.ts';

/** The providers of the site: those that open this account, and those that could. */
export function ConnectedAccounts() {
  const { app, client } = useModal();
  const { member, label, press } = useProfile();
  const providers = orderedProviders({ app, member });
  if (providers.length === 0) return null;
  return (
    <div className="ms-part">
      <h3>{label('connect_additional_accounts')}</h3>
      <ul className="ms-rows">
        {providers.map(({ provider, name, icon, isConnected }) => (
          <li key={provider} className="ms-row">
            <ProviderMark of={provider} icon={icon} />
            <span className="ms-row__text">
              {name}
              {isConnected && <span className="ms-row__note">{label('connected')}</span>}
            </span>
            {isConnected ? (
              <SureButton
                className="ms-button ms-button--small"
                name={label('disconnect_provider', { provider: name })}
                onSure={() => press(async () => messageOf(await client.disconnectProvider({ provider })))}
              >
                {label('disconnect_button')}
              </SureButton>
            ) : (
              <button
                type="button"
                className="ms-button ms-button--small"
                aria-label={label('connect_with_provider', { provider: name })}
                onClick={() => void press(async () => (await client.connectProvider({ provider })).data.message)}
              >
                {label('connect_button')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
