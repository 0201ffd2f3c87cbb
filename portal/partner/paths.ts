import type { Partner } from '../../contract/partners.ts';
import { portalPaths, type PortalPath } from '../../contract/portal-paths.ts';

/** Every address of the portal, without its partner. */
export const paths = portalPaths;

export type PathName = PortalPath;

/** `/uts/login`: the address of a page under a partner. */
export function pathOf(partner: Pick<Partner, 'code'>, name: PathName): string {
  return `/${partner.code}/${paths[name]}`;
}

/** `login` out of `/uts/login` or `/uts/login/`. */
export function pathWithin(partner: Pick<Partner, 'code'>, pathname: string): string {
  return pathname.slice(partner.code.length + 2).replace(/\/$/, '');
}

/** The career consultant page of a partner: a page of ours, or its own address. */
export function consultantPage(partner: Pick<Partner, 'code' | 'careerAdvisorContactPage'>): string {
  const page = partner.careerAdvisorContactPage;
  return page.startsWith('/') ? `/${partner.code}${page}` : page;
}
