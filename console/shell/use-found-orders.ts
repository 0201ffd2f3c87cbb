import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ShoppingCart } from 'lucide-react';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSettled } from './use-found-members.ts';

const mostFound = 5;
/** "INT-7K4Q", "7k4q 2m": the beginning of a reference, in letters and digits of which it is made. */
const isReference = /^(?:int[\s-]?)?[2-9a-hj-km-np-tv-z]{2,4}(?:[\s-]?[2-9a-hj-km-np-tv-z]{1,4})?$/i;

/** Orders by the beginning of their reference. Each leads to its page. */
export function useFoundOrders(search: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const mayAsk = useMay('see-orders');
  const asked = useSettled(search.trim());
  const isAsked = mayAsk && isReference.test(asked);
  const found = useQuery({
    queryKey: ['palette', 'orders', asked],
    queryFn: () => send('GET /console/api/orders', undefined, { search: asked, limit: String(mostFound) }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const rows = isAsked ? (found.data?.data ?? []) : [];
  return {
    entries: rows.map(({ id, reference, student, partner }) => ({
      id,
      label: reference,
      detail: [student, partner.toUpperCase()].filter(Boolean).join(', '),
      icon: ShoppingCart,
      to: `/orders/${id}`,
    })),
    isSearching: isAsked && found.isFetching,
  };
}
