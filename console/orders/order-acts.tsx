import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownOrder } from '../../contract/console/order-care-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { orderTimelineKey } from './order-queries.ts';
import { RefundDialog } from './order-refund-dialog.tsx';
import { TransferDialog } from './order-transfer-dialog.tsx';

/** What staff may do about an order, as far as its state allows. */
export function OrderActs({ order }: { order: ShownOrder }) {
  const [open, setOpen] = useState<'refund' | 'transfer'>();
  const mayRefund = useMay('refund') && order.allows.refund;
  const mayMove = useMay('transfer-orders');
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-3">
      {mayMove && order.allows.receipt && <ReceiptButton orderId={order.id} />}
      {mayMove && order.allows.transfer && (
        <Button look="outline" onClick={() => setOpen('transfer')}>
          Move…
        </Button>
      )}
      {mayRefund && (
        <Button look="outline" onClick={() => setOpen('refund')}>
          Refund…
        </Button>
      )}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'transfer' && <TransferDialog order={order} onClose={close} />}
    </div>
  );
}

function ReceiptButton({ orderId }: { orderId: string }) {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const press = async () => {
    setPending(true);
    try {
      const { data } = await send('POST /console/api/orders/:orderId/receipt', {}, { orderId });
      toast({ kind: 'success', title: `The receipt is on its way to ${data.to}` });
      void queryClient.invalidateQueries({ queryKey: orderTimelineKey(orderId) });
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    }
    setPending(false);
  };
  return (
    <Button look="outline" loading={isPending} onClick={() => void press()}>
      Send receipt again
    </Button>
  );
}
