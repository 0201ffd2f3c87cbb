import { useLocation, useNavigate } from 'react-router';
import { partnerCodes, type PartnerCode } from '../../shared/partners.ts';
import { useSites } from '../session/sites.ts';
import { useCurrentPartner } from './current-partner.ts';
import { chooseSite, pathAtSite, useCurrentSite } from './use-current-site.ts';

const control =
  'mb-1 block min-h-10 w-full cursor-pointer rounded-lg border border-control bg-white px-2 font-semibold text-ellipsis';

/** Which site the part of the menu below is about. Another one shows the same page there. One that is the only one is named. */
export function SiteChoice() {
  const sites = useSites();
  const current = useCurrentSite();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const nameOf = ({ name, mode }: (typeof sites)[number]) => (mode === 'sandbox' ? `${name} (test)` : name);
  if (sites.length < 2) return <p className="px-3 pb-1 font-semibold wrap-anywhere">{current && nameOf(current)}</p>;
  const choose = (siteId: string) => {
    chooseSite(siteId);
    const path = pathAtSite(pathname, siteId) ?? (pathname === '/' ? `/?site=${siteId}` : undefined);
    if (path !== undefined) void navigate(path);
  };
  return (
    <select
      aria-label="Site"
      value={current?.id ?? ''}
      onChange={({ target }) => choose(target.value)}
      className={control}
    >
      {sites.map((site) => (
        <option key={site.id} value={site.id}>
          {nameOf(site)}
        </option>
      ))}
    </select>
  );
}

/** Which partner Home and the lists of the whole product are narrowed to. Nothing for staff of one. */
export function PartnerChoice() {
  const { codes, current, choose } = useCurrentPartner();
  if (codes.length < 2) return null;
  return (
    <select
      aria-label="Partner"
      value={current ?? ''}
      onChange={({ target }) => choose(partnerCodes.find((code): code is PartnerCode => code === target.value))}
      className={control}
    >
      <option value="">All partners</option>
      {codes.map((code) => (
        <option key={code} value={code}>
          {code.toUpperCase()}
        </option>
      ))}
    </select>
  );
}
