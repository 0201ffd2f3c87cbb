import { useState } from 'react';
import type { UsedCredential } from '../../../contract/second-factor.ts';
import { useModal } from '../modal-context.ts';
import { useCodeLabels } from './use-code-labels.ts';

/** Whether this browser reads a passkey's options as JSON (Chrome 129, Firefox 119, Safari 18.4). */
const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

interface PasskeyButtonProps {
  /** Asks the service for options. */
  begin: () => Promise<{ data: PublicKeyCredentialRequestOptionsJSON }>;
  /** Shows the service what the browser answered, and goes on. */
  onUsed: (credential: UsedCredential) => Promise<void>;
  /** Called with what the service refuses, before it is told. */
  onRefused?: (error: unknown) => void;
}

/** Shows a passkey in place of a code. There is none where the browser knows no passkeys. */
export function PasskeyButton({ begin, onUsed, onRefused }: PasskeyButtonProps) {
  const label = useCodeLabels();
  const { tell } = useModal();
  const [isAsking, setAsking] = useState(false);
  if (!knowsPasskeys()) return null;

  async function ask(): Promise<void> {
    if (isAsking) return;
    setAsking(true);
    tell(undefined, 'error');
    try {
      const { data: options } = await begin();
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const used = await navigator.credentials.get({ publicKey });
      await onUsed((used as PublicKeyCredential).toJSON() as unknown as UsedCredential);
    } catch (error) {
      onRefused?.(error);
      // A closed question of the browser is no fault, and its sentence is none for people.
      const isBrowsers = error instanceof DOMException || !(error as Error).message;
      tell(isBrowsers ? label('second_step_passkey_failed') : (error as Error).message, 'error');
      setAsking(false);
    }
  }
  return (
    <p className="ms-prompt">
      <button type="button" className="ms-link" onClick={() => void ask()}>
        {label('second_step_passkey')}
      </button>
    </p>
  );
}
