import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { User } from 'lucide-react';
import { useEffect, useState } from 'react';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useCurrentSite } from './use-current-site.ts';

/** Letters from which on members are looked for. */
const fewestLetters = 2;
const mostFound = 6;
/** Milliseconds without a key after which they are asked for. */
const typingMs = 200;

/** Members of the site that is looked at, by what is typed in the palette. */
export function useFoundMembers(search: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const site = useCurrentSite();
  const mayAsk = useMay('see-members');
  const asked = useSettled(search.trim());
  const isAsked = mayAsk && site !== undefined && asked.length >= fewestLetters;
  const found = useQuery({
    queryKey: ['palette', site?.id, asked],
    queryFn: () =>
      send('GET /console/api/sites/:siteId/members', undefined, {
        siteId: site!.id,
        search: asked,
        limit: String(mostFound),
      }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const rows = isAsked ? (found.data?.data ?? []) : [];
  return {
    entries: rows.map(({ id, name, email }) => ({
      id,
      label: name || email,
      detail: name ? email : undefined,
      icon: User,
      to: `/sites/${site!.id}/members/${id}`,
    })),
    isSearching: search.trim().length >= fewestLetters && (asked !== search.trim() || found.isFetching),
  };
}

/** A text once it has not changed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
