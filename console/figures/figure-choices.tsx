import { useState } from 'react';
import { figureDays } from '../../contract/console/figures.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { useFiguresAddress } from './use-figures-address.ts';

const control =
  'min-h-10 max-w-full rounded-lg border border-control bg-white px-2 font-semibold text-ellipsis hover:border-brand';

/** What the figures are of: one partner or all, and which time. The choice stands in the address. */
export function FigureChoices({ only }: { only: 'partner' | 'time' }) {
  return only === 'partner' ? <PartnerChoice /> : <TimeChoice />;
}

interface ChoiceBoxProps {
  label: string;
  value: string | undefined;
  /** What stands for no choice; nothing where there has to be one. */
  none: string | undefined;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string | undefined) => void;
}

/** One of a few, or none. */
export function ChoiceBox({ label, value = '', none, options, onChoose }: ChoiceBoxProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
      className={`${control} cursor-pointer`}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function PartnerChoice() {
  const { codes, current, choose } = useCurrentPartner();
  if (codes.length < 2) return null;
  return (
    <ChoiceBox
      label="Partner of the figures"
      value={current}
      none="All partners"
      options={codes.map((value) => ({ value, label: value.toUpperCase() }))}
      onChoose={(chosen) => choose(codes.find((code) => code === chosen))}
    />
  );
}

function TimeChoice() {
  const { address, change } = useFiguresAddress();
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
  const { address, change } = useFiguresAddress();
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
