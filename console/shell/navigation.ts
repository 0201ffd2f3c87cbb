import {
  CalendarRange,
  ChartLine,
  FileText,
  House,
  Inbox,
  Mail,
  MessagesSquare,
  PanelsTopLeft,
  Presentation,
  Scale,
  ScrollText,
  Server,
  ShieldCheck,
  ShoppingCart,
  Users,
  UsersRound,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Permission } from '../../contract/permissions.ts';

/** A screen that menus and the palette lead to. */
export interface Destination {
  label: string;
  icon: LucideIcon;
  /** Below `/console`; `:siteId` stands for the site that is looked at. */
  path: string;
  /** What one needs to see it; nothing for what everybody on the staff has. */
  permission?: Permission;
  /** Where its screens are, if that is not `path` and what is below it. */
  within?: string;
  /** Keys that lead there, one after the other. */
  keys?: string;
}

/** Screens by what they are about, in the order of the menu. The server decides who sees what; this hides the rest. */
const destinations = {
  all: [{ label: 'Home', icon: House, path: '/', keys: 'g h' }],
  site: [
    { label: 'Members', icon: Users, path: '/sites/:siteId/members', permission: 'see-members', keys: 'g m' },
    {
      label: 'Comments',
      icon: MessagesSquare,
      path: '/sites/:siteId/comments',
      permission: 'moderate-comments',
      keys: 'g c',
    },
    { label: 'Site', icon: PanelsTopLeft, path: '/sites/:siteId/site', permission: 'change-sites', keys: 'g w' },
  ],
  product: [
    { label: 'Cohorts', icon: CalendarRange, path: '/cohorts', permission: 'see-orders', keys: 'g i' },
    { label: 'Orders', icon: ShoppingCart, path: '/orders', permission: 'see-orders', keys: 'g o' },
    { label: 'Reconciliation', icon: Scale, path: '/reconciliation', permission: 'see-orders', keys: 'g l' },
    { label: 'Requests', icon: Inbox, path: '/requests', permission: 'answer-requests', keys: 'g r' },
    { label: 'Webinars', icon: Presentation, path: '/webinars', permission: 'answer-requests', keys: 'g n' },
    { label: 'Page content', icon: FileText, path: '/content', permission: 'edit-content', keys: 'g d' },
    {
      label: 'Reports',
      icon: ChartLine,
      path: '/reports/funnel',
      within: '/reports',
      permission: 'see-orders',
      keys: 'g p',
    },
    { label: 'Mails', icon: Mail, path: '/mails', permission: 'see-members', keys: 'g e' },
    { label: 'Staff', icon: UsersRound, path: '/staff', permission: 'manage-staff', keys: 'g s' },
    { label: 'Audit log', icon: ScrollText, path: '/audit', permission: 'see-audit', keys: 'g a' },
    { label: 'System', icon: Server, path: '/system', permission: 'see-system', keys: 'g t' },
  ],
  own: [{ label: 'Your sign-in', icon: ShieldCheck, path: '/security', keys: 'g y' }],
} as const satisfies Record<string, readonly Destination[]>;

/** A part of the menu: what is of everybody, of one site, of the whole product, of oneself. */
export type Area = keyof typeof destinations;

/** What a person with these permissions finds in one part of the menu. */
export const destinationsFor = (area: Area, permissions: readonly Permission[], siteId?: string): Destination[] =>
  (destinations[area] as readonly Destination[])
    .filter(({ permission }) => permission === undefined || permissions.includes(permission))
    .filter(({ path }) => siteId !== undefined || !path.includes(':siteId'))
    .map((destination) => ({ ...destination, path: destination.path.replace(':siteId', siteId ?? '') }));
