import type { ContentItem } from '../membership/content/content-item.ts';
import { SiteDeclaration } from '../membership/declaration/site-declaration.ts';

const plans = [
  { id: 'pln_library_gold', name: 'Gold', prices: [] },
  { id: 'pln_library_silver', name: 'Silver', prices: [] },
  {
    id: 'pln_library_crew',
    name: 'Crew',
    prices: [],
    rules: { team: { seats: 3, inviteSignupLink: '/', upgradeLink: '/' } },
  },
];

const contentGroups = [
  {
    id: 'grp_gold',
    name: 'Gold',
    key: 'gold',
    urls: [{ url: '/gold', filter: 'STARTS' }],
    plans: [{ id: 'pln_library_gold' }],
  },
  { id: 'grp_all', name: 'All', key: 'all', urls: [{ url: '/inside', filter: 'EQUALS' }], allowAllMembers: true },
];

/** A site that gates parts of itself and hands out content. */
export const buildLibrary = (content: Partial<ContentItem>[]): SiteDeclaration =>
  SiteDeclaration.parse({ ...bare('library'), plans, contentGroups, content });

/** Another one, with no plans. */
export const buildArchive = (content: Partial<ContentItem>[] = []): SiteDeclaration =>
  SiteDeclaration.parse({ ...bare('archive'), content });

const bare = (id: string) => ({
  id: `app_${id}`,
  publicKey: `pk_sb_${id}`,
  name: 'Library',
  mode: 'sandbox',
  plans: [],
  passwordless: { enabled: false, isDefault: false },
  allowMemberSelfDelete: true,
  isPaid: true,
});
