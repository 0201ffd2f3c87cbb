/**
 * Who may do what in the console, once: the server's guards, the console's menus and the documentation are made from
 * these tables.
 */

/** The roles of staff, from the most to the least. A member of staff has one. */
export const roles = ['owner', 'site-builder', 'admissions', 'finance', 'support', 'reader'] as const;
export type Role = (typeof roles)[number];

/** What a role is given a choice of: nothing, because it has all of them, or some of these. */
export type ScopeKind = 'sites' | 'partners';

/** What people read about a role, and what its scope is made of. */
export interface RoleWords {
  title: string;
  /** One sentence. */
  about: string;
  /** The parts of its scope that somebody chooses; empty for a role that sees everything. */
  scope: readonly ScopeKind[];
}

export const roleWords: Readonly<Record<Role, RoleWords>> = {
  owner: { title: 'Owner', about: 'Sees everything, and decides who else does.', scope: [] },
  'site-builder': {
    title: 'Site builder',
    about: 'Builds the chosen sites and helps their members.',
    scope: ['sites'],
  },
  admissions: {
    title: 'Admissions',
    about: 'Runs the intakes of the chosen partners and answers their students.',
    scope: ['partners'],
  },
  finance: { title: 'Finance', about: 'Looks after the money of the chosen partners.', scope: ['partners'] },
  support: {
    title: 'Support',
    about: 'Helps the people of the chosen sites and partners.',
    scope: ['sites', 'partners'],
  },
  reader: { title: 'Reader', about: 'Looks at the chosen sites and partners.', scope: ['sites', 'partners'] },
};

/** A row of the table: what is permitted, in words, and to which roles. */
interface PermissionRow {
  /** For menus and the documentation, after "may". */
  title: string;
  roles: readonly Role[];
}

/** Roles × permissions. A permission says what; the scope of the person says where. */
export const permissionTable = {
  'manage-staff': { title: 'manage staff and roles', roles: ['owner'] },
  'see-system': { title: 'see jobs, health and limits, and retry failed jobs', roles: ['owner'] },
  'change-sites': {
    title: 'change site settings, keys, webhooks, plans, content and providers',
    roles: ['owner', 'site-builder'],
  },
  'see-members': {
    title: 'see members',
    roles: ['owner', 'site-builder', 'admissions', 'finance', 'support', 'reader'],
  },
  'change-members': {
    title: 'edit fields, plans and addresses of members, send a reset, end sessions, suspend',
    roles: ['owner', 'site-builder', 'support'],
  },
  'export-members': { title: 'export, import and erase members', roles: ['owner', 'site-builder'] },
  'see-as-member': { title: 'see what a member sees', roles: ['owner', 'site-builder', 'admissions', 'support'] },
  'run-cohorts': { title: 'create, change, open, close and cancel cohorts', roles: ['owner', 'admissions'] },
  'answer-requests': {
    title: 'answer, assign and resolve requests, leads and webinars',
    roles: ['owner', 'admissions', 'support'],
  },
  'edit-content': {
    title: 'change what the pages of a partner say: questions, figures, courses',
    roles: ['owner', 'admissions'],
  },
  'see-orders': { title: 'see orders', roles: ['owner', 'admissions', 'finance', 'support', 'reader'] },
  'transfer-orders': { title: 'transfer orders', roles: ['owner', 'admissions', 'finance'] },
  refund: { title: 'refund up to the policy', roles: ['owner', 'admissions', 'finance'] },
  'refund-beyond-policy': { title: 'refund beyond the policy', roles: ['owner', 'finance'] },
  'set-prices': { title: 'set prices, codes and policies, see invoices, export money', roles: ['owner', 'finance'] },
  'moderate-comments': { title: 'moderate comments', roles: ['owner', 'site-builder', 'support'] },
  'see-audit': { title: 'see the audit log', roles: ['owner', 'site-builder', 'admissions', 'finance'] },
} as const satisfies Record<string, PermissionRow>;

export type Permission = keyof typeof permissionTable;
export const permissions = Object.keys(permissionTable) as Permission[];

/** Whether a role has a permission. */
export const isPermitted = (role: Role, permission: Permission): boolean =>
  (permissionTable[permission].roles as readonly Role[]).includes(role);

/** What a role may, in the order of the table. */
export const permissionsOf = (role: Role): Permission[] =>
  permissions.filter((permission) => isPermitted(role, permission));

/** The sites and partners that a member of staff was given. `all` is the owner's. */
export interface StaffScope {
  /** Ids, `app_…`. */
  sites: 'all' | readonly string[];
  /** Codes. */
  partners: 'all' | readonly string[];
}
