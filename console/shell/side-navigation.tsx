import { useLocation, useNavigate } from 'react-router';
import { Link } from '../../ui/link.tsx';
import { useMe } from '../session/me.ts';
import { useSites } from '../session/sites.ts';
import { destinationsFor, type Destination } from './navigation.ts';
import { useCurrentSite } from './use-current-site.ts';

/** The menu: what is of everybody, then of one site, then of the whole product. */
export function SideNavigation() {
  const { permissions, scope } = useMe();
  const site = useCurrentSite();
  const ofSite = destinationsFor('site', permissions, site?.id);
  return (
    <nav aria-label="Main" className="flex flex-col gap-6 p-3">
      <Part destinations={destinationsFor('all', permissions)} />
      {site && ofSite.length > 0 && (
        <Part title="Site" destinations={ofSite}>
          <SiteChoice />
          {permissions.includes('change-sites') && scope.sites === 'all' && (
            <Link
              to="/sites/new"
              className="mb-1 flex min-h-9 items-center px-3 text-sm text-brand underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              New site
            </Link>
          )}
        </Part>
      )}
      <Part title="Product" destinations={destinationsFor('product', permissions)} />
      <Part title="You" destinations={destinationsFor('own', permissions)} />
    </nav>
  );
}

interface PartProps {
  title?: string;
  destinations: readonly Destination[];
  children?: React.ReactNode;
}

function Part({ title, destinations, children }: PartProps) {
  const { pathname } = useLocation();
  if (destinations.length === 0) return null;
  const isHere = (path: string) => (path === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${path}/`));
  return (
    <div>
      {title && <h2 className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted uppercase">{title}</h2>}
      {children}
      <ul className="flex flex-col gap-0.5">
        {destinations.map(({ label, icon: Icon, path }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={isHere(path) ? 'page' : undefined}
              className="flex min-h-10 items-center gap-3 rounded-lg px-3 hover:bg-surface aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-brand forced-colors:aria-[current=page]:border"
            >
              <Icon className="size-5 shrink-0" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Which site the part of the menu below is about. One that is the only one is named. */
function SiteChoice() {
  const sites = useSites();
  const current = useCurrentSite();
  const navigate = useNavigate();
  const nameOf = ({ name, mode }: (typeof sites)[number]) => (mode === 'sandbox' ? `${name} (test)` : name);
  if (sites.length < 2) return <p className="px-3 pb-1 font-semibold wrap-anywhere">{current && nameOf(current)}</p>;
  return (
    <select
      aria-label="Site"
      value={current?.id ?? ''}
      onChange={({ target }) => void navigate(`/sites/${target.value}/members`)}
      className="mb-1 block min-h-10 w-full cursor-pointer rounded-lg border border-control bg-white px-2 font-semibold text-ellipsis"
    >
      {sites.map((site) => (
        <option key={site.id} value={site.id}>
          {nameOf(site)}
        </option>
      ))}
    </select>
  );
}
