import { ButtonLink } from '../../ui/button.tsx';
import { Page } from './page.tsx';

/** For what does not exist, and in the same words for what is out of scope. */
export function NotFound({ what = 'There is nothing at this address.' }: { what?: string | undefined }) {
  return (
    <Page title="Not found" width="text" about={what}>
      <p>The link may be old, or it leads to something you were not given. An owner can tell.</p>
      <ButtonLink to="/" className="mt-6">
        Go to the first page
      </ButtonLink>
    </Page>
  );
}

export const Component = () => <NotFound />;
