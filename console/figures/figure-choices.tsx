import { useState } from 'react';
import { figureDays } from '../../contract/console/figures.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { useTypedText } from '../shell/use-typed-text.ts';
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
  const hasDates = address.days === undefined;
  const [isChoosing, setChoosing] = useState(hasDates);
  const [hadDates, setHadDates] = useState(hasDates);
  // A link to the same page may bring dates or take them away.
  if (hadDates !== hasDates) {
    setHadDates(hasDates);
    setChoosing(hasDates);
  }
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
  const [days, setDays] = useTypedText(`${address.from ?? ''}/${address.until ?? ''}`, (typed) => {
    const [first = '', last = ''] = typed.split('/');
    if (isTyped(first) && isTyped(last) && first <= last) change({ from: first, until: last, time: undefined });
  });
  const [from = '', until = ''] = days.split('/');
  return (
    <>
      <input
        type="date"
        aria-label="First day"
        value={from}
        max={until || undefined}
        onChange={({ target }) => setDays(`${target.value}/${until}`)}
        className={control}
      />
      <input
        type="date"
        aria-label="Last day"
        value={until}
        min={from || undefined}
        onChange={({ target }) => setDays(`${from}/${target.value}`)}
        className={control}
      />
    </>
  );
}

/** Whether a day has a whole year: while 2026 is typed, the field has the years 0002, 0020 and 0202. */
const isTyped = (day: string) => /^[1-9]/.test(day);
