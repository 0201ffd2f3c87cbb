import { Check } from 'lucide-react';
import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Findable } from './findable.tsx';
import { join } from './join.ts';

export interface Tab<Name extends string> {
  name: Name;
  label: string;
  /** A word or two after the label, "not saved" say. */
  note?: ReactNode;
}

interface TabsProps<Name extends string> {
  /** What the tabs divide, for screen readers. */
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name;
  onChange: (name: Name) => void;
  /** What belongs to a tab. */
  children: (name: Name) => ReactNode;
  /** Draws the open tab alone, and loses what is typed in another: for content too heavy to keep, such as a document viewer. */
  onlyCurrent?: boolean;
  /** segments: one control of equal parts, on phones too; for two or three short labels. */
  look?: keyof typeof looks;
}

const rowListClass =
  'flex flex-col gap-1 rounded-xl border border-line bg-white p-1 @xl:flex-row @xl:gap-8 @xl:rounded-none @xl:border-0 @xl:border-b @xl:bg-transparent @xl:p-0';
const rowTabClass =
  'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 py-2 text-left font-semibold text-muted hover:text-brand aria-selected:bg-tint aria-selected:text-brand @xl:rounded-none @xl:bg-transparent! @xl:px-1 @xl:whitespace-nowrap @xl:aria-selected:border-b-3 @xl:aria-selected:border-brand @xl:aria-selected:pb-1.25';

const looks = {
  row: { list: rowListClass, tab: rowTabClass, label: '', note: 'ml-2', hasCheck: true },
  segments: {
    list: 'grid auto-cols-fr grid-flow-col gap-1 bg-surface-strong p-1',
    tab: 'flex min-h-11 cursor-pointer items-center justify-center rounded-lg px-2 py-1 text-muted hover:text-brand aria-selected:bg-white aria-selected:text-brand aria-selected:shadow-sm',
    label: 'flex flex-col items-center font-semibold sm:flex-row sm:items-baseline sm:gap-x-2',
    note: '',
    hasCheck: false,
  },
};

/**
 * Several parts of a page of which one is shown: a row of tabs, a list where there is no room for one. What is typed in one stays while
 * another is open, and the browser's search looks through all of them.
 */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, current, onChange, children, onlyCurrent = false, look = 'row' } = props;
  const classes = looks[look];
  const id = useId();
  return (
    <>
      <div className="@container print:hidden">
        <div role="tablist" aria-label={label} className={classes.list}>
          {tabs.map(({ name, label: text, note }) => {
            const isCurrent = name === current;
            return (
              <button
                key={name}
                type="button"
                role="tab"
                id={`${id}-${name}-tab`}
                aria-selected={isCurrent}
                aria-controls={`${id}-${name}`}
                tabIndex={isCurrent ? 0 : -1}
                onClick={() => onChange(name)}
                onKeyDown={moveAlong}
                className={classes.tab}
              >
                <span className={classes.label}>
                  {text}
                  {note && <span className={join('text-sm font-normal text-muted', classes.note)}>{note}</span>}
                </span>
                {isCurrent && classes.hasCheck && <Check className="size-5 shrink-0 @xl:hidden" aria-hidden="true" />}
              </button>
            );
          })}
        </div>
      </div>
      {tabs.map(({ name }) => (
        <Findable
          key={name}
          role="tabpanel"
          id={`${id}-${name}`}
          aria-labelledby={`${id}-${name}-tab`}
          isHidden={name !== current}
          onFound={() => onChange(name)}
        >
          {(name === current || !onlyCurrent) && children(name)}
        </Findable>
      ))}
    </>
  );
}

/** Arrow keys, Home and End go from tab to tab and open it; the list on phones goes up and down. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.parentElement!.querySelectorAll<HTMLElement>('[role=tab]')];
  const next = nextOf(event.key, tabs.indexOf(event.currentTarget), tabs.length);
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]!.focus();
  tabs[next]!.click();
}

function nextOf(key: string, at: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: (at + 1) % count,
    ArrowDown: (at + 1) % count,
    ArrowLeft: (at + count - 1) % count,
    ArrowUp: (at + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  return Object.hasOwn(moves, key) ? moves[key] : undefined;
}
