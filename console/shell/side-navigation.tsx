import { useLocation } from 'react-router';
import { Link } from '../../ui/link.tsx';
import { useMe } from '../session/me.ts';
import { destinationsFor, type Destination } from './navigation.ts';
import { usePathOfPartner } from './current-partner.ts';
import { PartnerChoice, SiteChoice } from './place-choices.tsx';
import { useCurrentSite } from './use-current-site.ts';

/** The menu: what is of everybody, then of one site, then of the whole product. */
export function SideNavigation() {
  const { permissions } = useMe();
  const site = useCurrentSite();
  const ofSite = destinationsFor('site', permissions, site?.id);
  return (
    <nav aria-label="Main" className="flex flex-col gap-6 p-3">
      <Part destinations={destinationsFor('all', permissions)} />
      {site && ofSite.length > 0 && (
        <Part title="Site" destinations={ofSite}>
          <SiteChoice />
          {permissions.includes('change-sites') && (
            <Link
              to="/sites/new"
              className="mb-1 flex min-h-9 items-center px-3 text-sm text-brand underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              New site
            </Link>
          )}
        </Part>
      )}
      <Part title="Product" destinations={destinationsFor('product', permissions)}>
        <PartnerChoice />
      </Part>
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
  const pathOfPartner = usePathOfPartner();
  if (destinations.length === 0) return null;
  const isHere = (path: string) => (path === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${path}/`));
  return (
    <div>
      {title && <h2 className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted uppercase">{title}</h2>}
      {children}
      <ul className="flex flex-col gap-0.5">
        {destinations.map(({ label, icon: Icon, path, within = path }) => (
          <li key={path}>
            <Link
              to={pathOfPartner(path)}
              aria-current={isHere(within) ? 'page' : undefined}
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
