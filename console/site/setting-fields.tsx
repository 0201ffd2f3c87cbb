import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useState } from 'react';
import { readCents, readNumber } from '../shell/typed-numbers.ts';
import { patternOf, writePath, type SettingPath } from './setting-paths.ts';
import { valueWords, wordsOf } from './setting-words.ts';
import { useSettings } from './use-settings.tsx';

/** Fields of settings: each knows its place, from which it takes its label, its value and its mistakes. */

interface SettingProps {
  at: SettingPath;
  /** Of settings that cannot be changed once they are there. */
  isFixed?: boolean;
  label?: string;
  hint?: string;
}

function useSetting({ at, label, hint }: SettingProps) {
  const { read, change, errorOf, isReadOnly } = useSettings();
  const name = writePath(at);
  const words = wordsOf(patternOf(name));
  return {
    value: read(at),
    set: (value: unknown) => change(at, value),
    field: {
      name,
      label: label ?? words.label,
      hint: hint ?? words.hint,
      error: errorOf(at),
      disabled: isReadOnly,
      autoComplete: 'off',
    },
  };
}

/** What kind of "nothing" an empty field stands for. */
type Emptiness = 'text' | 'null' | 'left-out';
const empty = { text: '', null: null, 'left-out': undefined };

/** A line of text. */
export function TextSetting({ emptyIs = 'text', ...props }: SettingProps & { emptyIs?: Emptiness }) {
  const { value, set, field } = useSetting(props);
  return (
    <Field
      {...field}
      readOnly={props.isFixed}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => set(target.value === '' ? empty[emptyIs] : target.value)}
      spellCheck={false}
    />
  );
}

/** A secret: what is stored never comes here. */
export function SecretSetting({ isStored, ...props }: SettingProps & { isStored: boolean }) {
  const { value, set, field } = useSetting(props);
  return (
    <Field
      {...field}
      type="password"
      autoComplete="new-password"
      placeholder={isStored ? 'Stored' : ''}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
    />
  );
}

/** A text of several lines. */
export function LongTextSetting({
  emptyIs = 'text',
  rows = 4,
  ...props
}: SettingProps & { emptyIs?: Emptiness; rows?: number }) {
  const { value, set, field } = useSetting(props);
  return (
    <TextAreaField
      {...field}
      rows={rows}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => set(target.value === '' ? empty[emptyIs] : target.value)}
    />
  );
}

/** A number, or an amount of money where `hundredths` says so. Empty for none. */
export function NumberSetting({ hundredths = false, ...props }: SettingProps & { hundredths?: boolean }) {
  const { value, set, field } = useSetting(props);
  const say = (given: unknown) => {
    if (typeof given === 'number') return hundredths ? (given / 100).toFixed(2) : String(given);
    return typeof given === 'string' ? given : '';
  };
  const [typed, setTyped] = useState<string>();
  const read = (text: string) => {
    if (text.trim() === '') return null;
    // What is no number is sent as it is: the service says what is wrong with it.
    return (hundredths ? readCents(text) : readNumber(text)) ?? text;
  };
  return (
    <Field
      {...field}
      inputMode="decimal"
      value={typed ?? say(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        set(read(target.value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Yes or no. */
export function SwitchSetting({ about, ...props }: SettingProps & { about?: string }) {
  const { value, set, field } = useSetting(props);
  const { label, hint, ...box } = field;
  const said = about ?? hint;
  return (
    <CheckboxField
      {...box}
      label={
        <>
          {label}
          {said && <span className="block text-sm text-muted">{said}</span>}
        </>
      }
      checked={value === true}
      onChange={({ target }) => set(target.checked)}
    />
  );
}

interface ChoiceProps extends SettingProps {
  values: readonly string[];
  words?: Readonly<Record<string, string>>;
  /** Adds a first line that stands for no value. */
  none?: string;
  noneIs?: Emptiness;
}

/** One of few values. */
export function ChoiceSetting({ values, words = valueWords, none, noneIs = 'left-out', ...props }: ChoiceProps) {
  const { value, set, field } = useSetting(props);
  return (
    <SelectField
      {...field}
      value={typeof value === 'string' ? value : ''}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...values.map((each) => ({ value: each, label: words[each] ?? each })),
      ]}
      onChange={({ target }) => set(target.value === '' ? empty[noneIs] : target.value)}
    />
  );
}

interface LinesProps extends SettingProps {
  rows?: number;
  /** How an entry is written in a line, and what a line stands for. */
  write?: (entry: unknown) => string;
  parse?: (line: string) => unknown;
}

const asItIs = (line: string): unknown => line;

/** A list with an entry in each line. */
export function LinesSetting({ rows = 4, write = String, parse = asItIs, ...props }: LinesProps) {
  const { value, set, field } = useSetting(props);
  const [typed, setTyped] = useState<string>();
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const read = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(parse);
  return (
    <TextAreaField
      {...field}
      rows={rows}
      spellCheck={false}
      value={typed ?? list.map(write).join('\n')}
      onChange={({ target }) => {
        setTyped(target.value);
        set(read(target.value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** A CSS colour: chosen from the browser's own picker, or written. */
export function ColourSetting(props: SettingProps) {
  const { value, set, field } = useSetting(props);
  const text = typeof value === 'string' ? value : '';
  const { label, error, name, disabled } = field;
  return (
    <div className="flex items-end gap-2">
      <Field
        {...{ label, error, name, disabled }}
        className="min-w-0 flex-1"
        autoComplete="off"
        spellCheck={false}
        placeholder="Ours"
        value={text}
        onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
      />
      <input
        type="color"
        aria-label={`Choose: ${label}`}
        disabled={disabled}
        value={/^#[\da-f]{6}$/i.test(text) ? text : '#ffffff'}
        onChange={({ target }) => set(target.value)}
        className="size-12 shrink-0 cursor-pointer rounded-lg border border-control bg-white p-1"
      />
    </div>
  );
}
