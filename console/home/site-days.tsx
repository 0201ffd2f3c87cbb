import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import { useMe } from '../session/me.ts';
import { addressOfCounted, countText, useCount, type Counted } from '../shell/count-link.tsx';
import { dayOf } from '../shell/times.ts';
import { useCurrentSite } from '../shell/use-current-site.ts';
import { useNow } from '../shell/use-now.ts';
import { daysOf, figuresOf } from './figures.ts';

/** What happened at a site today, yesterday and a week ago. The site is that of the navigation. */
export function SiteDays() {
  const { permissions } = useMe();
  const site = useCurrentSite();
  const figures = figuresOf(permissions, site?.id);
  const days = daysOf(new Date(useNow(60_000)));
  if (!site || figures.length === 0) return null;
  return (
    <section aria-labelledby="site-days">
      <h2 id="site-days">{site.name}</h2>
      <p className="text-muted">Days are those of UTC. Each number leads to its list.</p>
      <div className="overflow-x-auto">
        <table className="mt-3 w-full max-w-[44rem] text-left">
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
                <th scope="row" className="border-b border-line py-2 pr-3 font-semibold">
                  {label}
                </th>
                {days.map(({ day, label: when }, ago) => {
                  const counted = countedOn(day, ago === 0);
                  return (
                    <td key={when} className="border-b border-line py-2 pr-3">
                      {counted && (
                        <CountedNumber counted={counted} words={`${label} at ${site.name}, ${when.toLowerCase()}`} />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="border-b border-line py-2 pr-3 align-bottom text-sm font-semibold text-muted">
    {children}
  </th>
);

function CountedNumber({ counted, words }: { counted: Counted; words: string }) {
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
