import { useEffect } from 'react';
import type { Order } from '../../contract/payments.ts';
import { usePartner } from '../partner/partner.tsx';

/**
 * Takes the reader to the page of the partner an order was placed with. Its receipt, support address and way on are
 * that partner's, whichever partner stands in the address. A whole new page, because colours and language come with it.
 *
 * @param order null while none is known
 * @returns whether the reader is on the way there, so that nothing may be shown under the wrong name
 */
export function useOrdersPartner(order: Order | null | undefined): boolean {
  const { code } = usePartner();
  const owner = order?.partner ?? code;
  useEffect(() => {
    if (owner === code) return;
    const { pathname, search } = window.location;
    window.location.replace(pathname.replace(`/${code}/`, `/${owner}/`) + search);
  }, [owner, code]);
  return owner !== code;
}
