import { usePartner } from '../partner/partner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PaymentSkeleton } from './payment-skeleton.tsx';

/** Holds everything still while the card provider is asked; leaving now would only hide the answer. */
export function Finalising() {
  const { Enrolment } = usePartner().words;
  return (
    <>
      <PaymentSkeleton />
      <Dialog open blocking title={`Finalising Your ${Enrolment}`}>
        <p>Please wait while we confirm your payment. Do not refresh or close this page.</p>
        <div className="mt-4">
          <Spinner label="Asking the card provider, this usually takes a few seconds" />
        </div>
      </Dialog>
    </>
  );
}
