import { allPartners, pieceLimits } from '../../contract/console/pieces-schemas.ts';
import { portalPages, type ScreenName } from '../../shared/portal-pages.ts';
import { Notice } from '../../ui/notice.tsx';
import { usePartnerChoices } from '../list/partner-choices.ts';

/** Where the draft can be looked at: on the partner's own page, of all partners on the page of each. */
export function PreviewLinks({ token, page, partner }: { token: string; page: ScreenName; partner: string }) {
  const choices = usePartnerChoices();
  const codes = partner === allPartners ? choices.map(({ value }) => value) : [partner];
  return (
    <Notice tone="info" role="status" title="The preview is ready">
      <p>It shows the draft as it is saved, for {pieceLimits.previewMinutes} minutes, to anyone who has the link.</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {codes.map((code) => (
          <li key={code}>
            <a
              href={`${location.origin}/${code}/${portalPages[page].path}?preview=${token}`}
              target="_blank"
              rel="noopener noreferrer"
              className="font-semibold text-brand underline underline-offset-4"
            >
              {`Open the page of ${code.toUpperCase()}`}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
