import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import type { PageName } from '../../shared/portal-pages.ts';
import { Link } from '../../ui/link.tsx';

const links: [PageName, string][] = [
  ['terms', 'Terms'],
  ['privacy', 'Privacy'],
  ['accessibility', 'Accessibility'],
  ['refunds', 'Refund policy'],
];
const linkClass = 'inline-flex min-h-6 items-center underline-offset-4 hover:underline';

/** The same five things in the same order on every page. */
export function Footer() {
  const partner = usePartner();
  return (
    <footer className="on-deep bg-deep text-sm text-white print:hidden">
      <ul className="footer-links">
        {links.map(([page, label]) => (
          <li key={page}>
            <Link to={pathOf(partner, page)} className={linkClass}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <a href={`mailto:${partner.supportEmail}`} className={linkClass}>
            {`Contact ${partner.supportEmail}`}
          </a>
        </li>
      </ul>
    </footer>
  );
}
