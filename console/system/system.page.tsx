import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SystemState } from '../../contract/console/system.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { sendInBackground } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { CountLink } from '../shell/count-link.tsx';
import { Facts } from '../shell/facts.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf, timeAgo } from '../shell/times.ts';
import { bytesWords, limitWords } from './system-words.ts';

const askEveryMs = 30_000;

/** Health, sizes, jobs, limits and alarms, for owners. */
export function Component() {
  return useMay('see-system') ? <SystemPage /> : <NotFound />;
}

function SystemPage() {
  const { data, error } = useQuery({
    queryKey: ['system'],
    queryFn: async () => (await sendInBackground('GET /console/api/system')).data,
    refetchInterval: askEveryMs,
  });
  return (
    <Page title="System" about="The machinery behind the sites, as the process that answers sees it.">
      {error && (
        <Notice tone="error" role="alert" title="The state could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      {!data && !error && <Skeleton className="h-60" />}
      {data && <State state={data} />}
    </Page>
  );
}

function State({ state }: { state: SystemState }) {
  const { database, workers, limits, alarms, security } = state;
  return (
    <div className="flex flex-col gap-8">
      <Part title="Health">
        <Facts
          facts={{
            Database: <Badge tone="success">Answers in {database.answeredMs} ms</Badge>,
            Workers: workers.areWorking ? (
              <Badge tone="success">Work</Badge>
            ) : (
              <Badge tone="error">Do nothing: jobs wait until a process with workers runs</Badge>
            ),
            'Workers last seen': workers.lastSeenAt && timeAgo(workers.lastSeenAt),
            Connections: `${database.connections.used} of ${database.connections.most}`,
            'Running since': momentOf(state.startedAt),
            Mode: state.isProduction ? 'Production' : 'Development',
          }}
        />
      </Part>
      <Part title="Jobs" action={<TextLink to="/system/jobs">All jobs</TextLink>}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-4">
          <CountLink
            label="Failed"
            call="GET /console/api/jobs"
            query={{ state: 'failed' }}
            to="/system/jobs"
            isTrouble
          />
          <CountLink label="Waiting" call="GET /console/api/jobs" query={{ state: 'waiting' }} to="/system/jobs" />
          <CountLink label="Running" call="GET /console/api/jobs" query={{ state: 'running' }} to="/system/jobs" />
          <CountLink label="Later" call="GET /console/api/jobs" query={{ state: 'later' }} to="/system/jobs" />
        </ul>
      </Part>
      <Part title="Versions and size">
        <Facts
          facts={{
            Intake: state.version,
            'Node.js': state.node,
            PostgreSQL: database.version,
            Schema: database.schema,
            Database: bytesWords(database.bytes),
          }}
        />
        <Table
          caption="The largest tables"
          head={['Table', 'Size', 'Rows, about']}
          rows={database.tables.map(({ name, bytes, rows }) => [name, bytesWords(bytes), numbers.format(rows)])}
        />
      </Part>
      <Part title="Limits that are used up now">
        {limits.length === 0 ? (
          <p className="text-muted">None. What is asked for too often appears here, until its time is over.</p>
        ) : (
          <Table
            caption="Limits that are used up"
            head={['Limit', 'At most', 'Used up by']}
            rows={limits.map((limit) => [limit.name, limitWords(limit), `${limit.keys} (counted per ${limit.per})`])}
          />
        )}
      </Part>
      <Part title={`Alarms and security events since ${momentOf(state.startedAt)}`}>
        <p className="text-muted">Counted by this process. The log has each of them, with when and whom.</p>
        {alarms.length > 0 && (
          <Table
            caption="Alarms"
            head={['Alarm', 'Times']}
            rows={alarms.map(({ name, count }) => [name, numbers.format(count)])}
          />
        )}
        {security.length === 0 ? (
          <p className="mt-2">Nothing was counted yet.</p>
        ) : (
          <Table
            caption="Security events"
            head={['Event', 'Outcome', 'Times']}
            rows={security.map(({ name, outcome, count }) => [name, outcome, numbers.format(count)])}
          />
        )}
      </Part>
    </div>
  );
}

const numbers = new Intl.NumberFormat();

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface TableProps {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

function Table({ caption, head, rows }: TableProps) {
  return (
    <table className="mt-4 w-full max-w-[48rem] text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map((label) => (
            <th key={label} scope="col" className="border-b border-line py-1.5 pr-3 text-sm font-semibold text-muted">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join(' ')}>
            {cells.map((cell, place) => (
              <td key={head[place]} className="border-b border-line py-1.5 pr-3 wrap-anywhere tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
