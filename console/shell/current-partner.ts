import { useLocation } from 'react-router';
import { useAddress } from './use-address.ts';
import { partnerCodes, type PartnerCode } from '../../shared/partners.ts';
import { useMe } from '../session/me.ts';
import { keptChoice } from './kept-choice.ts';

const kept = keptChoice('intake-console-partner');

/** Pages whose address takes a partner. */
const narrowed = new Set(['/', '/cohorts', '/orders', '/requests', '/matters', '/webinars', '/mails', '/audit']);
const isNarrowed = (path: string) => narrowed.has(path) || path.startsWith('/reports/');

/** The partners in scope, in the order of their entries. */
function useScopedPartners(): PartnerCode[] {
  const { partners } = useMe().scope;
  return partnerCodes.filter((code) => partners === 'all' || partners.includes(code));
}

/** The partner that pages are narrowed to, and how to choose another one without leaving the page. */
export function useCurrentPartner() {
  const codes = useScopedPartners();
  const { pathname } = useLocation();
  const [params, setParams] = useAddress();
  const chosen = kept.use();
  const takesPartner = isNarrowed(pathname);
  const [named, ...others] = params.getAll('partner');
  const current = codes.find((code) => code === (takesPartner && others.length === 0 ? named : chosen));
  return {
    codes,
    current,
    choose(code: PartnerCode | undefined) {
      kept.choose(code);
      if (!takesPartner) return;
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('partner');
          if (code) next.set('partner', code);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}

/** The address of a page, narrowed to the partner that was chosen last where it takes one. */
export function usePathOfPartner(): (path: string) => string {
  const codes = useScopedPartners();
  const chosen = kept.use();
  const code = codes.length > 1 ? codes.find((each) => each === chosen) : undefined;
  return (path) => (code !== undefined && isNarrowed(path) ? `${path}?partner=${code}` : path);
}
