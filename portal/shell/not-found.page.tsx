import { useParams } from 'react-router';
import { defaultPartner, findPartner, partners } from '../../contract/partners.ts';
import { pathOf } from '../partner/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Page } from '../ui/page.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** The 404 page of the whole portal, in no partner's colours. */
export function NotFoundPage() {
  usePageTitle('Page Not Found');
  const partner = findPartner(useParams()['partner']) ?? partners[defaultPartner];
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="h-16 bg-deep" />
      <main className="flex flex-1 items-center">
        <Page width="task">
          <p className="font-semibold text-muted tabular-nums">404</p>
          <h1 className="mt-2">Oops! Page not found</h1>
          <p className="mt-4">
            There is nothing at this address. It may be mistyped, or the page has moved. Nothing you saved is affected.
          </p>
          <ButtonLink to={`/${partner.code}`} className="mt-8">
            Return to Home
          </ButtonLink>
          <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-3">
            <li>
              <TextLink to={pathOf(partner, 'login')}>Log in</TextLink>
            </li>
            <li>
              <a
                href={partner.mainWebsite}
                rel="noopener"
                className="font-semibold text-brand underline underline-offset-4"
              >
                Visit our main website
              </a>
            </li>
          </ul>
        </Page>
      </main>
      <footer className="h-16 bg-deep" />
    </div>
  );
}
