import { redirect } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { findPartner } from '../../shared/partners.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import type { Partner } from '../../shared/partners.ts';
import type { PageName } from '../../shared/portal-pages.ts';
import { inWords } from '../../shared/wording.ts';
import { pathOf } from '../partner/paths.ts';
import { toast } from '../../ui/toast.ts';
import { accessOf, findDetour } from './access.ts';
import type { Detour } from './access.ts';
import { hasAskedOutline } from './asked-outline.ts';
import { readBrowserKey } from './browser-keys.ts';
import { knownMember, loadMember } from './member.ts';
import { standingOf } from './standing.ts';
import { forgetWanted, rememberWanted, wantedOrStart } from './wanted-path.ts';

let heldPath: string | undefined;

/**
 * Has the guard let the page on screen be, since it shows something only once (recovery codes): the visitor may become a
 * member meanwhile, and the guard, asked again by another tab or by the window's focus, would lead them away.
 *
 * @returns ends it
 */
export function holdPage(): () => void {
  heldPath = location.pathname;
  return () => {
    heldPath = undefined;
  };
}

/**
 * The loader in front of a page. Waits until it is known who is there; then lets them in or sends them on. Unknown
 * partners pass: the page itself says that there is nothing.
 *
 * @param page the one that opens, however its address was typed: `/uts/f%61q` opens the questions too
 */
export function guardOf(page: PageName) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<Response | null> => {
    const partner = findPartner(params['partner']);
    const { pathname, search } = new URL(request.url);
    if (!partner || pathname === heldPath) return null;
    const address = pathname + search;
    const member = await memberFor(page, partner);
    const detour = findDetour(page, whoIs(member), partner);
    if (detour) return follow(detour, { partner, address, member });
    if (member && address === startOf(partner, member)) forgetWanted();
    return null;
  };
}

/** The partner's root: in to the first page, or to the login. */
export async function guardRoot({ params }: LoaderFunctionArgs): Promise<Response | null> {
  const partner = findPartner(params['partner']);
  if (!partner) return null;
  const member = await loadMember();
  return redirect(member ? startOf(partner, member) : pathOf(partner, 'login'));
}

const startOf = (partner: Partner, member: StudentMember | null) => wantedOrStart(partner, standingOf(member).isPaid);

const whoIs = (member: StudentMember | null) => ({
  isMember: member !== null,
  isPaid: standingOf(member).isPaid,
  hasPassword: member?.customFields['password-set'] === 'true',
  hasAskedOutline: hasAskedOutline(),
});

async function memberFor(page: PageName, partner: Partner) {
  const access = accessOf(page, partner);
  if (access === 'everyone') return null;
  // This browser remembers no member, so a form for visitors need not wait for the service's answer.
  const mayHurry = access === 'visitors' || access === 'newcomers';
  if (mayHurry && !readBrowserKey('user')) return knownMember() ?? null;
  return loadMember();
}

interface Coming {
  partner: Partner;
  /** What was asked for. */
  address: string;
  member: StudentMember | null;
}

function follow({ to, notice }: Detour, { partner, address, member }: Coming): Response {
  if (notice) toast(inWords(notice, partner));
  if (to === 'wanted') return redirect(startOf(partner, member));
  if (to === 'login') rememberWanted(address);
  return redirect(pathOf(partner, to));
}
