import type { Partner } from '../../shared/partners.ts';
import { pageNames, portalPages, type PageName } from '../../shared/portal-pages.ts';

/** `/uts/login`: the address of a page under a partner. */
export function pathOf(partner: Pick<Partner, 'code'>, name: PageName): string {
  return `/${partner.code}/${portalPages[name].path}`;
}

/** The page at `/uts/login` or `/uts/login/`; undefined where there is none. */
export function pageAt(partner: Pick<Partner, 'code'>, pathname: string): PageName | undefined {
  const path = pathname.slice(partner.code.length + 2).replace(/\/$/, '');
  return pageNames.find((name) => portalPages[name].path === path);
}

/** The career consultant page of a partner: a page of ours, or its own address. */
export function consultantPage(partner: Pick<Partner, 'code' | 'careerAdvisorContactPage'>): string {
  const page = partner.careerAdvisorContactPage;
  return page.startsWith('/') ? `/${partner.code}${page}` : page;
}
