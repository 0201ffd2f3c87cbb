import { useEffect } from 'react';
import type { Cohort } from '../../contract/cohorts.ts';
import { limits } from '../../contract/limits.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAddressProof } from './use-address-proof.ts';

interface ProveAddressProps {
  email: string;
  /** Whether the member goes on to the card page from here. */
  isOnTheWay: boolean;
  onProved: () => void;
  onClose: () => void;
}

/** Asks for the code that proves the member's address, over the page that needs it. */
export function ProveAddress({ email, isOnTheWay, onProved, onClose }: ProveAddressProps) {
  const { form, request, isSending, told, resend } = useAddressProof(onProved);
  // The press that opened this dialog asks for the code, so it is mailed at once.
  useEffect(request, [request]);
  return (
    <Dialog open title="Confirm your email address" onClose={onClose}>
      <p>
        {isOnTheWay
          ? 'To hold this place for you, we need to know that your email address is yours. Nothing was charged.'
          : `Then a place is held for you for ${limits.seatHoldMinutes} minutes while you pay.`}
      </p>
      <p className="mt-2 text-muted">
        We are mailing a code to <strong className="email font-semibold text-ink">{`${email}.`}</strong> It works for{' '}
        {limits.codeMinutes} minutes.
      </p>
      <form {...form.props} className="mt-6 space-y-6">
        <ErrorSummary form={form} />
        <CodeField
          enterKeyHint="go"
          error={form.errorOf('code')}
          // A dialog gives the focus to what says so in the page, and else to its close button.
          ref={(field) => field?.setAttribute('autofocus', '')}
        />
        <Button type="submit" loading={form.pending} className="w-full">
          {isOnTheWay ? 'Confirm and go to payment' : 'Confirm'}
        </Button>
      </form>
      <p className="mt-6 text-center">
        <Button look="link" loading={isSending} onClick={() => void resend()}>
          Send new code
        </Button>
      </p>
      {/* Room for the longest: nothing moves under the pointer. */}
      <p role="status" className="mt-2 min-h-15 text-center text-sm text-muted sm:min-h-10">
        {told}
      </p>
    </Dialog>
  );
}

/** What an address that is not proved means for the place, before it matters. */
export function UnprovedNotice({ cohort, onProve }: { cohort: Cohort; onProve: () => void }) {
  const { left } = cohort.seats;
  const isLast = left !== null && left <= limits.lastPlaces;
  const { title, text } = isLast ? enrolMessages.unprovedAtLast : enrolMessages.unproved;
  return (
    <Notice tone="info" title={title}>
      <p>{text}</p>
      <Button look="link" onClick={onProve}>
        Confirm it now
      </Button>
    </Notice>
  );
}
