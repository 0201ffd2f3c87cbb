import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarRange } from 'lucide-react';
import { runStateWords } from '../../contract/console/cohorts-schemas.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSettled } from './use-found-members.ts';

const mostFound = 5;
const fewestLetters = 3;

/** Cohorts by words of their name or id, those to come first. */
export function useFoundCohorts(search: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const mayAsk = useMay('see-orders');
  const asked = useSettled(search.trim());
  const isAsked = mayAsk && asked.length >= fewestLetters;
  const found = useQuery({
    queryKey: ['palette', 'cohorts', asked],
    queryFn: () => send('GET /console/api/cohorts', undefined, { search: asked, limit: String(mostFound) }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const rows = isAsked ? (found.data?.data ?? []) : [];
  return {
    entries: rows.map(({ id, name, partners, startDate, state }) => ({
      id: `cohort-${id}`,
      label: name,
      detail: [partners?.join(', ').toUpperCase(), startDate, runStateWords[state]].filter(Boolean).join(', '),
      icon: CalendarRange,
      to: `/cohorts/${encodeURIComponent(id)}`,
    })),
    isSearching: isAsked && found.isFetching,
  };
}
