import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import {
  mostCompared,
  type Difference,
  type Movement,
  type Reconciled,
} from '../../../contract/console/reconciliation.ts';
import { addressOf } from '../../../client/console.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { send } from '../../session/client.ts';
import { messageOf } from '../../session/message-of.ts';
import { momentOf } from '../../shell/times.ts';
import { amountText } from '../order-words.ts';
import { differenceWords, movementWords } from './reconciliation-words.ts';

interface ComparedPartProps {
  what: Movement;
  day: string;
  until: string;
  partner: string;
}

/** Payments, refunds or disputes of some days: the differences, then the sums that they explain. */
export function ComparedPart({ what, day, until, partner }: ComparedPartProps) {
  const query = { what, day, until, ...(partner && { partner }) };
  const { data, error } = useQuery({
    queryKey: ['reconciliation', query],
    queryFn: async () => (await send('GET /console/api/reconciliation', undefined, query)).data,
    gcTime: 0,
  });
  const { title } = movementWords[what];
  return (
    <section aria-label={title}>
      <div className="flex max-w-[52rem] flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2>{title}</h2>
        <a
          href={addressOf('GET /console/api/reconciliation.csv', query)}
          download
          aria-label={`Export ${title.toLowerCase()} as CSV`}
          className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-control px-3 font-semibold hover:border-brand hover:text-brand"
        >
          <Download className="size-4" aria-hidden="true" />
          CSV
        </a>
      </div>
      {data ? (
        <Compared compared={data} />
      ) : error ? (
        <Notice tone="error" role="alert" title="The card provider could not be asked">
          <p>{messageOf(error)}</p>
        </Notice>
      ) : (
        <p className="mt-2 flex items-center gap-3 text-muted" role="status">
          <Spinner /> The card provider is asked for {title.toLowerCase()} of these days.
        </p>
      )}
    </section>
  );
}

function Compared({ compared }: { compared: Reconciled }) {
  const { what, differences, partners, isWhole } = compared;
  return (
    <div className="mt-2 flex flex-col gap-3">
      {!isWhole && (
        <Notice tone="warning" title="Not all of these days is compared">
          <p>
            They have more than {mostCompared} of these, or more differences than are looked up at once. The newest are
            here.
          </p>
        </Notice>
      )}
      {differences.length > 0 ? (
        <Notice
          tone="warning"
          title={differences.length === 1 ? 'One difference' : `${differences.length} differences`}
        >
          <ul className="divide-y divide-line">
            {differences.map((each) => (
              <DifferenceLine key={`${each.kind} ${each.id}`} what={what} difference={each} />
            ))}
          </ul>
        </Notice>
      ) : (
        <p>{partners.length === 0 ? movementWords[what].none : 'Both sides say the same.'}</p>
      )}
      {partners.length > 0 && <Sums compared={compared} />}
    </div>
  );
}

function DifferenceLine({ what, difference }: { what: Movement; difference: Difference }) {
  const { kind, id, orderId, reference, matterId, providerCents, ourCents, currency, partner, at } = difference;
  const told = (cents: number | null) => (cents === null ? 'nothing' : amountText(cents, currency));
  return (
    <li className="py-2">
      <p>
        {differenceWords[what][kind]} The provider says {told(providerCents)}, here stands {told(ourCents)}.
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        <time dateTime={at}>{momentOf(at)}</time> {partner?.toUpperCase()} <span className="font-mono">{id}</span>
      </p>
      <p className="text-sm">
        {orderId !== null && <TextLink to={`/orders/${orderId}`}>Order {reference}</TextLink>}
        {matterId !== null && <TextLink to={`/matters/${matterId}`}>The matter about it</TextLink>}
      </p>
    </li>
  );
}

function Sums({ compared: { partners, what } }: { compared: Reconciled }) {
  const { title } = movementWords[what];
  return (
    <table aria-label={`Sums of ${title.toLowerCase()}`} className="w-full max-w-[52rem] text-left tabular-nums">
      <thead>
        <tr className="border-b border-line">
          {['Partner', 'At the provider', 'Here'].map((head) => (
            <th key={head} scope="col" className="py-2 pr-2 font-semibold last:pr-0 sm:pr-4">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {partners.map(({ partner, currency, provider, ours }) => (
          <tr key={`${partner} ${currency}`} className="border-b border-line">
            <th scope="row" className="py-2 pr-2 font-normal sm:pr-4">
              {partner?.toUpperCase() ?? 'No order of ours'}
            </th>
            {[provider, ours].map(({ count, cents }, side) => (
              <td key={side === 0 ? 'provider' : 'ours'} className="py-2 pr-2 last:pr-0 sm:pr-4">
                {/* On a phone the currency stands above a large amount: it would not fit beside it. */}
                {amountText(cents, currency).replaceAll('\u00A0', ' ')}{' '}
                <span className="whitespace-nowrap text-muted">in {count}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
