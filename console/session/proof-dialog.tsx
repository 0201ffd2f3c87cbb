import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { limits } from '../../contract/limits.ts';
import { staffLimits } from '../../contract/staff-limits.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from './client.ts';
import { signInPath } from './guard.ts';
import { messageOf } from './message-of.ts';
import { askPasskey, passkeyMessage } from './passkeys.ts';
import { knowsPasskeys } from '../../ui/passkeys.ts';
import { secondFactorsQuery } from './second-factors.ts';

/** Asks who is there before an act that can not be undone: by passkey, or by a code of the authenticator app. */
export function ProofDialog({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const { data: factors, isError } = useQuery(secondFactorsQuery);
  const { pathname, search } = useLocation();
  const hasPasskey = Boolean(factors && factors.passkeys.length > 0 && knowsPasskeys());
  return (
    <Dialog open title="Is it you?" onClose={() => onEnd(false)}>
      <p>What you are about to do needs a proof of the last {staffLimits.staffProofMinutes} minutes.</p>
      <div className="mt-4 flex flex-col gap-6">
        {!factors && !isError && <Spinner />}
        {isError && (
          <Notice tone="error">Your ways to prove it could not be read. Please close this and try again.</Notice>
        )}
        {hasPasskey && <PasskeyProof onProven={() => onEnd(true)} />}
        {factors?.hasAuthenticator && <CodeProof isAlone={!hasPasskey} onProven={() => onEnd(true)} />}
        {factors && (
          <p className="text-sm text-muted">
            Phone or passkey not at hand? <TextLink to={signInPath(pathname + search, 'again')}>Sign in again</TextLink>{' '}
            with a recovery code.
          </p>
        )}
      </div>
    </Dialog>
  );
}

function PasskeyProof({ onProven }: { onProven: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();

  async function prove() {
    setAsking(true);
    setFault(undefined);
    try {
      const { data: asked } = await send('POST /console/api/proof/options');
      await send('POST /console/api/proof', { way: 'passkey', credential: await askPasskey(asked) });
      onProven();
    } catch (error) {
      setFault(passkeyMessage(error));
      setAsking(false);
    }
  }

  return (
    <div className="flex flex-col gap-3">
      {fault && (
        <Notice tone="error" role="alert">
          {fault}
        </Notice>
      )}
      <Button loading={isAsking} onClick={() => void prove()}>
        <KeyRound className="size-5" aria-hidden="true" />
        Use your passkey
      </Button>
    </div>
  );
}

function CodeProof({ isAlone, onProven }: { isAlone: boolean; onProven: () => void }) {
  const form = useForm({
    check: ({ code = '' }) =>
      code.length === limits.codeLength ? [] : [{ field: 'code', message: 'Enter the six digits of your app' }],
    async send({ code = '' }) {
      try {
        await send('POST /console/api/proof', { way: 'authenticator', code });
        onProven();
      } catch (error) {
        form.fail([{ field: 'code', message: messageOf(error) }]);
      }
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <ErrorSummary form={form} />
      <CodeField hint="Six digits, from your authenticator app." error={form.errorOf('code')} />
      <Button type="submit" look={isAlone ? 'primary' : 'outline'} loading={form.pending}>
        Go on with the code
      </Button>
    </form>
  );
}
