import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSettled } from './use-found-members.ts';

const fewestLetters = 3;
const mostFound = 4;

/** Open requests by reference, name or address. */
export function useFoundRequests(search: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const mayAsk = useMay('answer-requests');
  const asked = useSettled(search.trim());
  const isAsked = mayAsk && asked.length >= fewestLetters;
  const found = useQuery({
    queryKey: ['palette', 'requests', asked],
    queryFn: () => send('GET /console/api/requests', undefined, { search: asked, limit: String(mostFound) }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const rows = isAsked ? (found.data?.data ?? []) : [];
  return {
    entries: rows.map(({ id, reference, name, partner }) => ({
      id,
      label: reference,
      detail: [name, partner.toUpperCase()].filter(Boolean).join(', '),
      icon: Inbox,
      to: `/requests/${id}`,
    })),
    isSearching: isAsked && found.isFetching,
  };
}
