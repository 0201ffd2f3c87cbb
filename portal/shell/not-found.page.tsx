import { useParams } from 'react-router';
import { defaultPartner, findPartner, partners } from '../../shared/partners.ts';
import { pathOf } from '../partner/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Page } from '../ui/page.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** The 404 page of the whole portal, in no partner's colours. */
export function Component() {
  usePageTitle('Page Not Found');
  const partner = findPartner(useParams()['partner']) ?? partners[defaultPartner];
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center bg-deep px-4 font-semibold text-white md:px-6">
        {`${partner.words.Enrolment} Portal`}
      </header>
      <main className="flex flex-1 items-center">
        <Page width="task">
          <p className="font-semibold text-muted tabular-nums">404</p>
          <h1 className="mt-2">Oops! Page not found</h1>
          <p className="mt-4">
            There is nothing at this address. It may be mistyped, or the page has moved. Nothing you saved is affected.
          </p>
          {/* Whole page loads: the server dresses the page in the partner's colours and language. */}
          <a href={`/${partner.code}`} className={buttonClass('primary', 'mt-8')}>
            Return to Home
          </a>
          <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-3">
            <li>
              <a href={pathOf(partner, 'login')} className={buttonClass('link')}>
                Log in
              </a>
            </li>
            <li>
              <TextLink to={partner.mainWebsite}>Visit our main website</TextLink>
            </li>
          </ul>
        </Page>
      </main>
      <footer className="on-deep bg-deep px-4 py-6 text-sm text-white md:px-6">
        <a href={`mailto:${partner.supportEmail}`} className="inline-flex min-h-6 items-center hover:underline">
          {`Contact ${partner.supportEmail}`}
        </a>
      </footer>
    </div>
  );
}
