import { useRouteError } from 'react-router';
import { RequestError } from '../../client/request.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../session/message-of.ts';
import { Page } from './page.tsx';

/** When a page could not be shown: what happened, what is safe, what to do. */
export function ProblemPage() {
  const error = useRouteError();
  const requestId = error instanceof RequestError ? error.requestId : undefined;
  return (
    <Page title="This page did not load" width="text" about="Nothing was changed by this.">
      <p>{messageOf(error)}</p>
      {requestId && <p className="mt-2 text-sm text-muted">Reference: {requestId}</p>}
      <Button className="mt-6" onClick={() => location.reload()}>
        Try again
      </Button>
    </Page>
  );
}
