import { PartnerLogo } from '../partner/partner-logo.tsx';
import { SpinnerIcon } from '../../ui/spinner.tsx';

/** The moment between the portal and the card page: where one goes, and that one comes back. */
export function Leaving() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-40 flex flex-col items-center justify-center gap-4 bg-deep px-6 text-center text-white motion-safe:animate-[skeleton-in_200ms_ease-out]"
    >
      <PartnerLogo className="mb-4 h-10 w-auto" />
      <SpinnerIcon className="size-8" />
      <p className="text-h2">Opening the secure payment page</p>
      <p className="max-w-text text-white/85">You will return here when you have paid, or whenever you turn back.</p>
    </div>
  );
}
