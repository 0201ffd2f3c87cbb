import { paymentMessages } from '../messages/payment.ts';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What is said until the answer is there. The build renders it, so that it is the first thing seen after paying. */
export function PaymentSkeleton() {
  return (
    <Page width="task">
      <div aria-busy="true" className="space-y-4">
        <div role="status">
          <p className="text-h2">{paymentMessages.lookingUp.title}</p>
          <p className="mt-2">{paymentMessages.lookingUp.text}</p>
        </div>
        <Skeleton className="h-48" />
      </div>
    </Page>
  );
}
