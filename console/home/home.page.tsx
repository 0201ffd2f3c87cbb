import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '../../ui/link.tsx';
import { useMay, useMe } from '../session/me.ts';
import { useSites } from '../session/sites.ts';
import { addressOfCounted, CountLink, countText, useCount, type Counted } from '../shell/count-link.tsx';
import { Page } from '../shell/page.tsx';
import { dayOf } from '../shell/times.ts';
import { daysOf, figuresOf, type Figure } from './figures.ts';

/** What needs a person now, and today beside last week. Each number is that of the list it leads to. */
export function Component() {
  const { name, permissions } = useMe();
  const [params, setParams] = useSearchParams();
  const sites = useSites();
  const site = sites.find(({ id }) => id === params.get('site')) ?? sites[0];
  const figures = figuresOf(permissions, site?.id);
  return (
    <Page title={`Hello, ${name}`}>
      <NeedsPerson />
      {figures.length > 0 && (
        <section className="mt-10">
          <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-2">
            <h2>Today beside last week</h2>
            {sites.length > 1 && (
              <select
                aria-label="Site of the figures"
                value={site?.id}
                onChange={({ target }) => setParams({ site: target.value }, { replace: true })}
                className="block min-h-10 max-w-full cursor-pointer rounded-lg border border-control bg-white px-2 font-semibold text-ellipsis"
              >
                {sites.map(({ id, name: siteName }) => (
                  <option key={id} value={id}>
                    {siteName}
                  </option>
                ))}
              </select>
            )}
          </div>
          <p className="text-muted">Days are those of UTC. Each number leads to its list.</p>
          <Days figures={figures} />
        </section>
      )}
    </Page>
  );
}

function NeedsPerson() {
  const seesMails = useMay('see-members');
  const seesJobs = useMay('see-system');
  if (!seesMails && !seesJobs) return null;
  return (
    <section>
      <h2 className="mb-3">Needs a person</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-4">
        {seesMails && (
          <CountLink
            isTrouble
            label="Mails refused"
            about="The mail server did not take them"
            call="GET /console/api/mails"
            query={{ state: 'refused' }}
            to="/mails"
          />
        )}
        {seesJobs && (
          <CountLink
            isTrouble
            label="Jobs failed"
            about="They used up their attempts"
            call="GET /console/api/jobs"
            query={{ state: 'failed' }}
            to="/system/jobs"
          />
        )}
      </ul>
    </section>
  );
}

function Days({ figures }: { figures: readonly Figure[] }) {
  const [days] = useState(() => daysOf(new Date()));
  return (
    <table className="mt-3 w-full max-w-[48rem] text-left">
      <thead>
        <tr>
          <Head>
            <span className="sr-only">What</span>
          </Head>
          {days.map(({ label, day }) => (
            <Head key={label}>
              {label}
              <span className="block font-normal max-sm:hidden">{dayOf(day)}</span>
            </Head>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ label, countedOn }) => (
          <tr key={label}>
            <th scope="row" className="border-b border-line py-2.5 pr-3 font-semibold">
              {label}
            </th>
            {days.map(({ day, label: when }, ago) => {
              const counted = countedOn(day, ago === 0);
              return (
                <td key={when} className="border-b border-line py-2.5 pr-3">
                  {counted && <Number counted={counted} words={`${label}, ${when.toLowerCase()}`} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="border-b border-line py-2 pr-3 align-bottom text-sm font-semibold text-muted">
    {children}
  </th>
);

function Number({ counted, words }: { counted: Counted; words: string }) {
  const { count, isError } = useCount(counted);
  if (!count) return <span className="text-muted">{isError ? 'cannot be read' : '…'}</span>;
  return (
    <Link
      to={addressOfCounted(counted)}
      aria-label={`${countText(count)}: ${words}`}
      className="inline-flex min-h-8 min-w-8 items-center text-lg font-semibold text-brand tabular-nums underline underline-offset-4 hover:decoration-2"
    >
      {countText(count)}
    </Link>
  );
}
