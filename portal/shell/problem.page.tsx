import { useRouteError } from 'react-router';
import { RequestError } from '../../client/request.ts';
import { usePartner } from '../partner/partner.tsx';
import { Page } from '../ui/page.tsx';
import { TryAgain } from './try-again.tsx';

/** When a page could not be opened: what happened, what is safe, what to do. */
export function ProblemPage() {
  const error = useRouteError();
  const { supportEmail } = usePartner();
  const requestId = error instanceof RequestError ? error.requestId : undefined;
  return (
    <Page width="task">
      <h1>This page did not load</h1>
      <p className="mt-4">
        We could not reach the service, or it did not answer as it should. Everything you have saved is safe, and
        nothing was charged by this.
      </p>
      <p className="mt-4">
        Please try again in a moment. If it happens again, write to{' '}
        <a href={`mailto:${supportEmail}`} className="font-semibold text-brand underline underline-offset-4">
          {supportEmail}
        </a>
        {requestId && <> and name the reference {requestId}</>}.
      </p>
      <TryAgain isAutomatic className="mt-8" />
    </Page>
  );
}
