import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import {
  moneyWays,
  type MatterDetail,
  type MatterWay,
  type OpenWay,
} from '../../../contract/console/matter-schemas.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useMay } from '../../session/me.ts';
import { isRefusal, messageOf } from '../../session/message-of.ts';
import { Facts } from '../../shell/facts.tsx';
import { NotFound } from '../../shell/not-found.page.tsx';
import { Page } from '../../shell/page.tsx';
import { momentOf } from '../../shell/times.ts';
import { amountText, orderStateWords } from '../order-words.ts';
import { matterQuery } from './matter-query.ts';
import { matterWordsOf, titleOf } from './matter-words.ts';
import { MoneyOf } from './money-of.tsx';
import { WayDialog } from './way-dialog.tsx';
import { wayNames } from './way-words.ts';

const within = { label: 'Needs a person', to: '/matters' };

/** One matter: what happened, what still holds, and the ways out. */
export function Component() {
  const { matterId = '' } = useParams();
  const { data: matter, error } = useQuery(matterQuery(matterId));
  if (isRefusal(error, 'matter-not-found'))
    return <NotFound what="This matter does not exist, or has left the list by itself." />;
  if (matter) return <MatterPage matter={matter} />;
  return (
    <Page title="Matter" within={within}>
      {error ? (
        <Notice tone="error" role="alert" title="The matter could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Page>
  );
}

function MatterPage({ matter }: { matter: MatterDetail }) {
  const { happened, holds } = matterWordsOf(matter);
  return (
    <Page title={titleOf(matter.about)} within={within} about={happened}>
      <div className="flex flex-col gap-6 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-6">
          {matter.decided ? (
            <Decided decided={matter.decided} />
          ) : (
            <>
              <section>
                <h2>What still holds</h2>
                <p className="mt-1 max-w-[42rem]">{holds}</p>
              </section>
              <WaysOut matter={matter} />
            </>
          )}
          <MoneyOf matter={matter} />
        </div>
        <AboutOrder matter={matter} />
      </div>
    </Page>
  );
}

function AboutOrder({ matter }: { matter: MatterDetail }) {
  const { order, cohort, provider, partners, at } = matter;
  return (
    <Facts
      className="xl:w-[20rem] xl:shrink-0 xl:grid-cols-1"
      facts={{
        Order: order && <TextLink to={`/orders/${order.id}`}>{order.reference}</TextLink>,
        Student: order?.email && (
          <TextLink to={`/sites/${order.siteId}/members/${order.memberId}`}>{order.student}</TextLink>
        ),
        'Asked for': order && amountText(order.amountCents, order.currency),
        'Stays open': order && order.balanceCents > 0 ? amountText(order.balanceCents, order.currency) : null,
        State: order && orderStateWords[order.state],
        Cohort: order?.cohort ?? (cohort && <TextLink to={`/cohorts/${matter.subject}`}>{cohort.name}</TextLink>),
        Partner: partners?.map((code) => code.toUpperCase()).join(', '),
        'Came up': matter.kind === 'cohort' ? null : momentOf(at),
        Placed: order && momentOf(order.createdAt),
        'Provider’s payment': provider?.id && <span className="font-mono text-sm">{provider.id}</span>,
        'Provider’s checkout': !order && !cohort ? <span className="font-mono text-sm">{matter.subject}</span> : null,
      }}
    />
  );
}

function Decided({ decided }: { decided: NonNullable<MatterDetail['decided']> }) {
  const { by, at, way, reason } = decided;
  const told = way !== null && way in wayNames ? wayNames[way as MatterWay].told : 'It was taken off the list';
  return (
    <Notice tone="success" title={by === null ? 'This does not wait any more' : told}>
      {by !== null && at !== null && (
        <p>
          By {by}, {momentOf(at)}.{reason && ` “${reason}”`}
        </p>
      )}
    </Notice>
  );
}

/** One primary action: the first way, which is the one that keeps most of what the student wanted. */
function WaysOut({ matter }: { matter: MatterDetail }) {
  const [asked, setAsked] = useState<OpenWay>();
  const mayRefund = useMay('refund');
  const maySeat = useMay('transfer-orders');
  const mayTake = ({ way }: OpenWay) => ((moneyWays as readonly string[]).includes(way) ? mayRefund : maySeat);
  const ways = matter.ways.filter(mayTake);
  if (matter.ways.length === 0) return null;
  return (
    <section>
      <h2>Ways out</h2>
      {ways.length === 0 ? (
        <p className="mt-1 text-muted">Your role sees this and does not decide it.</p>
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          {ways.map((way, index) => (
            <Button key={way.way} look={index === 0 ? 'primary' : 'outline'} onClick={() => setAsked(way)}>
              {wayNames[way.way].press}
            </Button>
          ))}
        </div>
      )}
      {asked && <WayDialog matter={matter} way={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}
