import { KeyRound, Smartphone } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { ShownPasskey } from '../../contract/second-factor.ts';
import { partnerTitle } from '../../shared/partners.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { knowsPasskeys } from '../../ui/passkeys.ts';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { secondFactorMessages } from '../messages/second-factor.ts';
import { usePartner } from '../partner/partner.tsx';
import { formatMoment } from '../ui/format.ts';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import type { RecentProof } from './use-recent-proof.ts';
import { useSecondFactor, type SecondFactorState } from './use-second-factor.ts';

/** Passkeys and authenticator app: offered, for members who want more than a password. */
export function SecondFactorSection({ isOpen, proof }: { isOpen: boolean; proof: RecentProof }) {
  const headingId = useId();
  const partner = usePartner();
  const state = useSecondFactor(isOpen, proof);
  const { methods, isMissing, fault, secret, newCodes } = state;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-h3">
        Passkeys and second step
      </h2>
      <p className="mt-1 text-muted">
        With a passkey you log in by fingerprint, face or PIN. Once you have a passkey or an authenticator app, your
        password alone is not enough to log in.
      </p>
      {isMissing && (
        <div className="mt-6">
          <Notice tone="error" role="alert">
            <p>{secondFactorMessages.listFailed}</p>
            <Button look="link" onClick={state.refetch}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {!methods && !isMissing && <Skeleton className="mt-6 h-28 w-full" />}
      {methods && <Methods state={state} methods={methods} />}
      <div role="alert">
        {fault && (
          <Notice tone="error">
            <p>{fault}</p>
          </Notice>
        )}
      </div>
      {secret && <AuthenticatorDialog secret={secret} onConfirm={state.confirmAuthenticator} onClose={state.close} />}
      {newCodes && (
        // Shown this once: no Escape, and no press outside, may take them away.
        <Dialog open blocking title="Your recovery codes">
          <RecoveryCodes codes={newCodes} place={partnerTitle(partner)} />
          <Button className="mt-6 w-full" onClick={state.close}>
            I have kept them
          </Button>
        </Dialog>
      )}
    </section>
  );
}

function Methods({ state, methods }: { state: SecondFactorState; methods: NonNullable<SecondFactorState['methods']> }) {
  const { busy } = state;
  const { passkeys, authenticator, recoveryCodes } = methods;
  const hasAny = passkeys.length > 0 || authenticator;
  return (
    <>
      <ul className="mt-6 divide-y divide-line rounded-xl border border-line bg-white">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} state={state} />
        ))}
        <Row
          icon={<Smartphone className="size-5" aria-hidden="true" />}
          title="Authenticator app"
          isOn={authenticator}
          about={authenticator ? 'Asked for after your password.' : 'Six digits on your phone.'}
        >
          <Button
            look="outline"
            className="min-h-11 px-4 py-2"
            loading={busy === 'authenticator'}
            aria-label={authenticator ? 'Remove authenticator app' : 'Set up authenticator app'}
            onClick={authenticator ? state.removeAuthenticator : state.beginAuthenticator}
          >
            {authenticator ? 'Remove' : 'Set up'}
          </Button>
        </Row>
      </ul>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-5">
        {knowsPasskeys() && (
          <Button look="outline" loading={busy === 'passkey'} onClick={state.addPasskey} className="shrink-0">
            Add a Passkey
          </Button>
        )}
        {hasAny && (
          <p className="text-sm text-muted">
            {`${recoveryCodes} recovery ${recoveryCodes === 1 ? 'code' : 'codes'} left. `}
            <Button look="link" loading={busy === 'codes'} onClick={state.renewCodes}>
              New recovery codes
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

function PasskeyRow({ passkey, state }: { passkey: ShownPasskey; state: SecondFactorState }) {
  const partner = usePartner();
  const { name, createdAt, lastUsedAt, backedUp } = passkey;
  const used = lastUsedAt
    ? `Last used ${formatMoment(partner, lastUsedAt)}`
    : `Added ${formatMoment(partner, createdAt)}`;
  return (
    <Row
      icon={<KeyRound className="size-5" aria-hidden="true" />}
      title={name}
      about={backedUp ? `${used}. Kept on your other devices, too.` : `${used}. On this device alone.`}
    >
      <Button
        look="outline"
        className="min-h-11 px-4 py-2"
        loading={state.busy === passkey.id}
        aria-label={`Remove passkey: ${name}`}
        onClick={() => state.removePasskey(passkey)}
      >
        Remove
      </Button>
    </Row>
  );
}

interface RowProps {
  icon: ReactNode;
  title: string;
  about: string;
  isOn?: boolean;
  children: ReactNode;
}

function Row({ icon, title, about, isOn = false, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:flex-nowrap sm:px-5">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-tint text-brand">{icon}</span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold break-words">
          {title}
          {isOn && <Badge tone="success">In use</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">{about}</p>
      </div>
      {children}
    </li>
  );
}
