import { CopyText } from './copy-text.tsx';
import { Entries } from './entries.tsx';
import { Columns, Section } from './section.tsx';
import { SecretSetting, TextSetting } from './setting-fields.tsx';
import { useSettings } from './use-settings.tsx';

const known =
  'google, facebook, microsoft, github, linkedin, spotify or dribbble; or a name of your own, with an issuer.';

/** Log-in with accounts of others. */
export function ProvidersPart() {
  const { shown } = useSettings();
  return (
    <Section
      title="Providers"
      about={
        <>
          Members log in with an account they have elsewhere. Each provider gives you a client id and a secret:{' '}
          <a href="/docs/providers" target="_blank" rel="noopener" className="text-brand underline underline-offset-4">
            how to get them<span className="sr-only">, in a new tab</span>
          </a>
          .
        </>
      }
    >
      <Entries
        at={['authProviders']}
        add="Add a provider"
        none="Members log in with a password or a mailed code."
        make={() => ({ provider: '', name: 'New provider', clientId: '', icon: null, order: null })}
        renderTitle={({ provider, name }) => (
          <>
            <span className="font-semibold">{String(name)}</span> <span className="text-muted">{String(provider)}</span>
          </>
        )}
      >
        {(at, { provider }, isNew) => (
          <>
            <Columns>
              <TextSetting at={[...at, 'provider']} isFixed={!isNew} hint={known} />
              <TextSetting at={[...at, 'name']} />
              <TextSetting at={[...at, 'clientId']} />
              <SecretSetting
                at={[...at, 'clientSecret']}
                isStored={shown.secrets.includes(`provider.${String(provider)}`)}
              />
              <TextSetting at={[...at, 'issuer']} emptyIs="left-out" />
              <TextSetting at={[...at, 'icon']} emptyIs="null" />
              <TextSetting at={[...at, 'scope']} emptyIs="left-out" />
            </Columns>
            {shown.callbacks[String(provider)] !== undefined && (
              <div>
                <h3 className="font-semibold">Address to register with the provider</h3>
                <CopyText text={shown.callbacks[String(provider)]!} label="Address for the provider’s answers" />
              </div>
            )}
          </>
        )}
      </Entries>
    </Section>
  );
}
