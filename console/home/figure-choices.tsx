import { useState } from 'react';
import { figureDays } from '../../contract/console/figures.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { useHomeAddress } from './use-home-address.ts';

const control =
  'min-h-10 max-w-full rounded-lg border border-control bg-white px-2 font-semibold text-ellipsis hover:border-brand';

/** What the figures are of: one partner or all, and which time. The choice stands in the address. */
export function FigureChoices({ only }: { only: 'partner' | 'time' }) {
  return only === 'partner' ? <PartnerChoice /> : <TimeChoice />;
}

function PartnerChoice() {
  const { codes, current, choose } = useCurrentPartner();
  if (codes.length < 2) return null;
  return (
    <select
      aria-label="Partner of the figures"
      value={current ?? ''}
      onChange={({ target }) => choose(codes.find((code) => code === target.value))}
      className={`${control} cursor-pointer`}
    >
      <option value="">All partners</option>
      {codes.map((code) => (
        <option key={code} value={code}>
          {code.toUpperCase()}
        </option>
      ))}
    </select>
  );
}

function TimeChoice() {
  const { address, change } = useHomeAddress();
  const [isChoosing, setChoosing] = useState(address.days === undefined);
  const choose = (time: string) => {
    setChoosing(time === 'dates');
    if (time !== 'dates') change({ time, from: undefined, until: undefined });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        aria-label="Time of the figures"
        value={isChoosing ? 'dates' : address.days}
        onChange={({ target }) => choose(target.value)}
        className={`${control} cursor-pointer`}
      >
        {figureDays.map((days) => (
          <option key={days} value={days}>
            Last {days} days
          </option>
        ))}
        <option value="dates">Dates…</option>
      </select>
      {isChoosing && <Dates />}
    </div>
  );
}

/** The two days. They are asked for once both are there and in their order. */
function Dates() {
  const { address, change } = useHomeAddress();
  const [from, setFrom] = useState(address.from ?? '');
  const [until, setUntil] = useState(address.until ?? '');
  const set = (days: { from: string; until: string }) => {
    setFrom(days.from);
    setUntil(days.until);
    if (days.from !== '' && days.until !== '' && days.from <= days.until) change({ ...days, time: undefined });
  };
  return (
    <>
      <input
        type="date"
        aria-label="First day"
        value={from}
        max={until || undefined}
        onChange={({ target }) => set({ from: target.value, until })}
        className={control}
      />
      <input
        type="date"
        aria-label="Last day"
        value={until}
        min={from || undefined}
        onChange={({ target }) => set({ from, until: target.value })}
        className={control}
      />
    </>
  );
}
