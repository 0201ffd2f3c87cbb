import { Download, Globe, History, Keyboard, LogOut, Plus, Settings2, SunMoon, UserPlus } from 'lucide-react';
import { addressOf } from '../../client/console.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { toast } from '../../ui/toast.ts';
import type { Permission } from '../../contract/permissions.ts';
import { download } from '../session/download.ts';
import { useMe } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { useSites, type ScopedSite } from '../session/sites.ts';
import { signOut } from '../session/sign-out.ts';
import { destinationsFor, type Area } from './navigation.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { siteParts } from './site-parts.ts';
import { chooseTheme, useTheme } from './theme.ts';
import { useCurrentSite } from './use-current-site.ts';
import { recentPages } from './recent.ts';
import { useFoundCohorts } from './use-found-cohorts.ts';
import { useFoundMembers } from './use-found-members.ts';
import { useFoundOrders } from './use-found-orders.ts';
import { useFoundRequests } from './use-found-requests.ts';

const areas: readonly Area[] = ['all', 'site', 'product', 'own'];

/** What the palette offers for what is typed in it. */
export function usePaletteGroups({ onKeys }: { onKeys: () => void }) {
  const [search, setSearch] = useState('');
  const recent = useRecent();
  const groups = [
    ...(search === '' ? [{ value: 'Opened last', items: recent }] : []),
    { value: 'Screens', items: useScreens() },
    { value: 'Sites', items: useSiteEntries() },
    { value: 'Settings', items: useSettingEntries(search) },
    { value: 'Actions', items: useActions(onKeys) },
  ];
  const members = useFoundMembers(search);
  const orders = useFoundOrders(search);
  const cohorts = useFoundCohorts(search);
  const requests = useFoundRequests(search);
  const found = groups
    .map(({ value, items }) => ({ value, items: items.filter((entry) => isFound(entry, search)) }))
    .concat(
      { value: 'Orders', items: orders.entries },
      { value: 'Cohorts', items: cohorts.entries },
      { value: 'Requests', items: requests.entries },
      { value: 'Members', items: members.entries },
    )
    .filter(({ items }) => items.length > 0);
  return {
    groups: found,
    search,
    setSearch,
    isSearching: [members, orders, cohorts, requests].some(({ isSearching }) => isSearching),
  };
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/);
const beginsOneOf = (words: readonly string[]) => (asked: string) => words.some((word) => word.startsWith(asked));

/** Every word that was typed begins a word of the entry. */
const isFound = ({ label, detail = '' }: PaletteEntry, search: string): boolean =>
  wordsOf(search).every(beginsOneOf(wordsOf(`${label} ${detail}`)));

/** What was opened last, but for the page that is open. */
function useRecent(): PaletteEntry[] {
  const { pathname } = useLocation();
  const [pages] = useState(recentPages);
  return pages
    .filter(({ path }) => path !== pathname)
    .map(({ path, title }) => ({ id: `recent-${path}`, label: title, icon: History, to: path }));
}

function useScreens(): PaletteEntry[] {
  const { permissions } = useMe();
  const site = useCurrentSite();
  return areas.flatMap((area) =>
    destinationsFor(area, permissions, site?.id).map(({ label, icon, path, keys }) => ({
      id: path,
      label,
      icon,
      keys,
      detail: area === 'site' ? site?.name : undefined,
      to: path,
    })),
  );
}

function useSiteEntries(): PaletteEntry[] {
  const sites = useSites();
  const { permissions } = useMe();
  if (!permissions.includes('see-members') || sites.length < 2) return [];
  return sites.map(({ id, name, mode }) => ({
    id,
    label: name,
    icon: Globe,
    detail: mode === 'sandbox' ? 'Test mode' : undefined,
    to: `/sites/${id}/members`,
  }));
}

/** Sites whose settings are shown at once, of those whose name is typed. */
const namedSitesMost = 3;

/** Settings found by what they are about: of the site that is looked at, and of those whose name is typed. */
function useSettingEntries(search: string): PaletteEntry[] {
  const current = useCurrentSite();
  const sites = useSites();
  const { permissions } = useMe();
  if (!permissions.includes('change-sites')) return [];
  const typed = wordsOf(search).filter(({ length }) => length > 1);
  const named = sites.filter(({ name }) => typed.some(beginsOneOf(wordsOf(name)))).slice(0, namedSitesMost);
  const isNamed = named.some(({ id }) => id === current?.id);
  return [
    ...(current && !isNamed ? settingsOf(current.id) : []),
    ...named.flatMap(({ id, name }) => settingsOf(id, `${name}: `)),
  ];
}

const settingsOf = (siteId: string, prefix = ''): PaletteEntry[] =>
  siteParts
    .filter(({ path }) => path !== '')
    .map(({ path, label, about }) => ({
      id: `setting-${siteId}-${path}`,
      label: `${prefix}${label}`,
      icon: Settings2,
      detail: about,
      to: `/sites/${siteId}/site/${path}`,
    }));

function useActions(onKeys: () => void): PaletteEntry[] {
  const { permissions } = useMe();
  const site = useCurrentSite();
  const theme = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  const acts: (PaletteEntry & { permission?: Permission })[] = [
    { id: 'invite', label: 'Invite staff', icon: UserPlus, to: '/staff?invite=', permission: 'manage-staff' },
    { id: 'new-site', label: 'Create a site', icon: Plus, to: '/sites/new', permission: 'change-sites' },
    ...(site ? [exportOf(site)] : []),
    { id: 'theme', label: `Switch to ${next}`, icon: SunMoon, act: () => chooseTheme(next) },
    { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', act: onKeys },
    { id: 'sign-out', label: 'Sign out', icon: LogOut, act: () => void signOut() },
  ];
  return acts.filter(({ permission }) => permission === undefined || permissions.includes(permission));
}

/** Every member of the site as a file: a download, so that the page stays. */
const exportOf = ({ id, name }: ScopedSite) =>
  ({
    id: 'export',
    label: 'Export members',
    detail: name,
    icon: Download,
    act: () =>
      void download(addressOf('GET /console/api/sites/:siteId/members.csv', { siteId: id })).catch((error: unknown) =>
        toast({ kind: 'error', title: messageOf(error) }),
      ),
    permission: 'export-members',
  }) as const;
