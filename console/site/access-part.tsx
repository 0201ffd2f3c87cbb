import { Columns, Section } from './section.tsx';
import {
  ChoiceSetting,
  LinesSetting,
  NumberSetting,
  SecretSetting,
  SwitchSetting,
  TextSetting,
} from './setting-fields.tsx';
import { useSettings } from './use-settings.tsx';

/** Which pages belong to the site, and how members sign up and log in. */
export function AccessPart() {
  const { read, shown } = useSettings();
  const isSandbox = read(['mode']) === 'sandbox';
  return (
    <>
      <Section
        title="Pages"
        about={
          isSandbox
            ? 'Pages of other origins are refused. In test mode, pages on the builder’s own machine belong to it besides.'
            : 'Pages of other origins are refused.'
        }
      >
        <LinesSetting at={['origins']} />
        <LinesSetting at={['inspectorIgnores']} rows={2} />
      </Section>
      <Section title="Sign-up and log-in">
        <div>
          <SwitchSetting at={['passwordless', 'enabled']} />
          <SwitchSetting at={['passwordless', 'isDefault']} />
          <SwitchSetting
            at={['privateSignup']}
            about="The answer is the same for a free and a taken address; the mailbox alone learns which."
          />
          <SwitchSetting at={['allowMemberSelfDelete']} />
          <SwitchSetting
            at={['tellMembersOfViews']}
            about="When staff see as a member, read-only, the member gets a mail about it."
          />
          <SwitchSetting at={['sessionInAddress']} />
        </div>
        <Columns>
          <ChoiceSetting at={['secondFactor']} values={['offered', 'required']} />
          <NumberSetting at={['passwordMinLength']} hint="8 to 64." />
          <LinesSetting at={['passwordWords']} rows={3} />
        </Columns>
      </Section>
      <Section title="Captcha" about="Against sign-ups by machines.">
        <SwitchSetting at={['captchaRequired']} />
        <Columns>
          <ChoiceSetting at={['captcha', 'service']} values={['altcha', 'hcaptcha', 'turnstile', 'recaptcha']} />
          {read(['captcha', 'service']) !== 'altcha' && (
            <>
              <TextSetting at={['captcha', 'siteKey']} emptyIs="null" />
              <SecretSetting at={['captchaSecret']} isStored={shown.secrets.includes('captcha')} />
            </>
          )}
        </Columns>
      </Section>
    </>
  );
}
