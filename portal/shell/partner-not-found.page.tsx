import { partnerTitle } from '../../shared/partners.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { useMember } from '../session/member.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Page } from '../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** A wrong address under a known partner. */
export function Component() {
  const partner = usePartner();
  usePageTitle(`Page Not Found – ${partnerTitle(partner)}`);
  const isMember = Boolean(useMember());
  return (
    <Page width="task">
      <p className="font-semibold text-muted tabular-nums">404</p>
      <h1 className="mt-2">Page not found</h1>
      <p className="mt-4">
        There is nothing at this address. It may be mistyped, or the page has moved. Nothing you saved is affected.
      </p>
      <ButtonLink to={`/${partner.code}`} className="mt-8">
        Return to Home
      </ButtonLink>
      <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-3">
        <li>
          {isMember ? (
            <TextLink to={pathOf(partner, 'eligibility')}>Eligibility Checker</TextLink>
          ) : (
            <TextLink to={pathOf(partner, 'login')}>Log in</TextLink>
          )}
        </li>
        <li>
          <TextLink to={`mailto:${partner.supportEmail}`}>Write to us</TextLink>
        </li>
        <li>
          <TextLink to={partner.mainWebsite}>Visit our main website</TextLink>
        </li>
      </ul>
    </Page>
  );
}
