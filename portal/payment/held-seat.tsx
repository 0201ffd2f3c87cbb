import type { Order } from '../../contract/payments.ts';
import { usePartner } from '../partner/partner.tsx';
import { useHold } from '../session/hold.ts';
import { formatStart, formatTime } from '../ui/format.ts';

/** Until when the seat of an order is kept; nothing once it is not. */
export function HeldSeat({ order }: { order: Order }) {
  const partner = usePartner();
  const hold = useHold(order.holdExpiresAt);
  if (!hold) return null;
  return (
    <div className="rounded-lg bg-info-tint px-4 py-3">
      <p className="font-semibold">{`Seat held until ${formatTime(partner, hold.expiresAt)}`}</p>
      <p className="text-sm text-muted">{`${order.cohort.name}, ${formatStart(partner, order.cohort.startDate)}`}</p>
      <p role="status" className="sr-only">
        {hold.announcement}
      </p>
    </div>
  );
}
