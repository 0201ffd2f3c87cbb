import { useEffect, useState } from 'react';
import { allPartners } from '../../contract/console/pieces-schemas.ts';
import { portalPages, type ScreenName } from '../../shared/portal-pages.ts';
import { Notice } from '../../ui/notice.tsx';
import { usePartnerChoices } from '../list/partner-choices.ts';
import { clockTime } from '../shell/times.ts';
import { placeOf } from './content-words.ts';

/** The link of a preview. */
export interface PreviewLink {
  token: string;
  /** ISO */
  endsAt: string;
}

interface PreviewLinksProps {
  link: PreviewLink;
  page: ScreenName;
  partner: string;
  /** Partners that publishing does not reach. */
  apart: readonly string[];
}

/** Where the draft can be looked at until the link ends: on the partner's own page, of all partners on that of each. */
export function PreviewLinks({ link: { token, endsAt }, page, partner, apart }: PreviewLinksProps) {
  const choices = usePartnerChoices();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(endsAt) - Date.now());
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (isOver) return null;
  const codes =
    partner === allPartners ? choices.map(({ value }) => value).filter((code) => !apart.includes(code)) : [partner];
  return (
    <Notice tone="info" role="status" title="The preview is ready">
      <p>
        It shows the draft as it is saved to anyone who has the link, until {clockTime(endsAt)}. Another preview of it,
        by a colleague too, ends this link.
      </p>
      {apart.length > 0 && (
        <p>{`The pages of ${apart.map(placeOf).join(', ')} stay as they are: there the text is the partner’s own.`}</p>
      )}
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
