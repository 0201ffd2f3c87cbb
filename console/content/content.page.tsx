import { useQuery } from '@tanstack/react-query';
import { allPartners, type PieceRow } from '../../contract/console/pieces-schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { usePartnerChoices } from '../list/partner-choices.ts';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { timeAgo } from '../shell/times.ts';
import { useAddress } from '../shell/use-address.ts';
import { standingWords } from './content-words.ts';
import { piecesQuery } from './piece-queries.ts';

/** What the pages of a partner say, piece by piece. */
export function Component() {
  return useMay('edit-content') ? <ContentPage /> : <NotFound />;
}

/** The address with another partner. */
function narrowed(before: URLSearchParams, partner: string): URLSearchParams {
  const next = new URLSearchParams(before);
  next.set('partner', partner);
  return next;
}

function ContentPage() {
  const choices = [...usePartnerChoices(), { value: allPartners, label: 'All partners' }];
  const [params, changeAddress] = useAddress();
  const partner = (choices.find(({ value }) => value === params.get('partner')) ?? choices[0]!).value;
  return (
    <Page
      title="Page content"
      width="text"
      about="What students read about courses, figures and questions. A partner shows the text of all partners until it has one of its own."
    >
      <SelectField
        label="Partner"
        name="partner"
        className="mb-6 max-w-60"
        value={partner}
        onChange={({ target: { value } }) => changeAddress((before) => narrowed(before, value), { replace: true })}
        options={choices}
      />
      <Pieces partner={partner} />
    </Page>
  );
}

function Pieces({ partner }: { partner: string }) {
  const { data, error } = useQuery(piecesQuery(partner));
  if (error)
    return (
      <Notice tone="error" role="alert" title="The content could not be read">
        <p>{messageOf(error)}</p>
      </Notice>
    );
  if (!data) return <Skeleton className="h-96" />;
  const groups = [...new Set(data.map(({ group }) => group))];
  return (
    <div className="flex flex-col gap-8">
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h2 className="mb-2 text-h3">{group}</h2>
          <ul className="divide-y divide-line rounded-xl border border-line">
            {data
              .filter((row) => row.group === group)
              .map((row) => (
                <li key={row.key}>
                  <PieceLine row={row} partner={partner} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function PieceLine({ row, partner }: { row: PieceRow; partner: string }) {
  const { key, label, hasDraft, publishedAt, publishedBy } = row;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0">
        <TextLink to={`/content/${partner}/${key}`}>{label}</TextLink>
        <p className="text-sm wrap-anywhere text-muted">
          {standingWords(row, partner)}
          {publishedAt !== null && `, ${timeAgo(publishedAt)} from ${publishedBy ?? 'a file'}`}
        </p>
      </div>
      {hasDraft && <Badge tone="info">Draft</Badge>}
    </div>
  );
}
