import { useMemo, useRef, useState } from 'react';
import type { FactorSetupCalls } from '../../../client/membership.ts';
import type { NewCredential } from '../../../contract/second-factor.ts';
import { suggestedName } from '../../../shared/device-name.ts';
import { labelsFor } from '../../shell/shell.ts';
import { CodeField } from '../codes/code-field.tsx';
import { useModal } from '../modal-context.ts';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { factorLabels } from './factor-labels.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Whether this browser makes a passkey from options as JSON (Chrome 129, Firefox 119, Safari 18.4). */
const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** The texts of a dialog, with those of the set-up. */
function useFactorLabels() {
  const { params, app } = useModal();
  return useMemo(() => labelsFor(params, app, factorLabels), [params, app]);
}

/** What a member without a second factor sets up before anything else, where the site requires one. */
export function FactorSetup() {
  const label = useFactorLabels();
  const { client, codeFlow, finish, tell } = useModal();
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const making = useRef<Promise<FactorSetupCalls>>(undefined);
  const calls = () => (making.current ??= client.setUpFactor(codeFlow!.setup!));

  async function goOn(): Promise<void> {
    const { data } = await (await calls()).finish();
    finish({ type: codeFlow!.type === 'signup' ? 'SIGNUP' : 'LOGIN', data });
  }
  const keep = ({ newRecoveryCodes = [] }: { newRecoveryCodes?: string[] }): void => {
    tell(undefined, 'success');
    setCodes(newRecoveryCodes);
  };

  if (codes) return <RecoveryCodes codes={codes} label={label} onKept={goOn} />;
  if (secret)
    return (
      <section id="FactorSetupModal">
        <Heading text={label('factor_setup_app')} onBack={() => setSecret(undefined)} />
        <p className="ms-text">{label('factor_setup_scan')}</p>
        <QrCode text={secret.uri} name={label('factor_setup_qr')} />
        <p className="ms-text ms-factor__key">{inGroups(secret.secret)}</p>
        <Form
          checks={{ token: (value) => (/^\d{6}$/.test(value) ? undefined : label('factor_setup_digits')) }}
          submit={label('factor_setup_confirm')}
          onSend={async (value) => keep((await (await calls()).confirmAuthenticator({ code: value('token') })).data)}
        >
          <CodeField label={label('factor_setup_code')} name="token" />
        </Form>
      </section>
    );
  return (
    <Ways
      label={label}
      onPasskey={async () => keep(await makePasskey(await calls()))}
      onApp={async () => setSecret((await (await calls()).beginAuthenticator()).data)}
    />
  );
}

interface WaysProps {
  label: ReturnType<typeof useFactorLabels>;
  onPasskey: () => Promise<void>;
  onApp: () => Promise<void>;
}

function Ways({ label, onPasskey, onApp }: WaysProps) {
  const { tell, fail, go } = useModal();
  const [isBusy, setBusy] = useState(false);

  async function press(act: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    tell(undefined, 'error');
    try {
      await act();
    } catch (error) {
      // A closed question of the browser is no fault, and its sentence is none for people.
      fail(error instanceof DOMException ? new Error(label('factor_setup_passkey_failed')) : error);
    } finally {
      setBusy(false);
    }
  }

  const hasPasskeys = knowsPasskeys();
  return (
    <section id="FactorSetupModal" aria-busy={isBusy}>
      <Heading text={label('factor_setup_title')} takesFocus onBack={() => go('login')} />
      <p className="ms-text">{label('factor_setup_text')}</p>
      <div className="ms-ways">
        {hasPasskeys && (
          <>
            <button type="button" className="ms-button ms-button--primary" onClick={() => void press(onPasskey)}>
              {label('factor_setup_passkey')}
            </button>
            <p className="ms-text ms-text--quiet">{label('factor_setup_passkey_text')}</p>
          </>
        )}
        <button
          type="button"
          className={`ms-button${hasPasskeys ? '' : ' ms-button--primary'}`}
          onClick={() => void press(onApp)}
        >
          {label('factor_setup_app')}
        </button>
        <p className="ms-text ms-text--quiet">{label('factor_setup_app_text')}</p>
      </div>
    </section>
  );
}

async function makePasskey(calls: FactorSetupCalls): Promise<{ newRecoveryCodes?: string[] }> {
  const { data: options } = await calls.beginPasskey();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const credential = made.toJSON() as unknown as NewCredential;
  const { newRecoveryCodes } = (await calls.addPasskey({ name: suggestedName(navigator.userAgent), credential })).data;
  return { ...(newRecoveryCodes && { newRecoveryCodes }) };
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ');
