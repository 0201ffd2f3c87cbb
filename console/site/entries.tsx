import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { unsaved, writePath, type SettingPath } from './setting-paths.ts';
import { useSettings } from './use-settings.tsx';

type Entry = Readonly<Record<string, unknown>>;

interface EntriesProps {
  at: SettingPath;
  /** What stands on a closed entry. */
  renderTitle: (entry: Entry) => ReactNode;
  /** A new entry, as it begins. */
  make: () => Entry;
  /** "Add a field" */
  add: string;
  /** What stands where there is none. */
  none: string;
  /** @param isNew whether it is not saved yet, so that its key may still be chosen */
  children: (at: SettingPath, entry: Entry, isNew: boolean) => ReactNode;
}

const act =
  'inline-flex size-10 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-surface disabled:cursor-not-allowed disabled:text-line';

/** A list of settings: entries to open, move, add and remove. */
export function Entries({ at, renderTitle, make, add, none, children }: EntriesProps) {
  const { read, change, isReadOnly, problems } = useSettings();
  const [added, setAdded] = useState<number>();
  const id = useId();
  const value = read(at);
  const entries = Array.isArray(value) ? (value as Entry[]) : [];
  const move = (next: readonly Entry[]) => {
    setAdded(undefined);
    change(at, next);
  };
  const swap = (one: number, other: number) => move(entries.with(one, entries[other]!).with(other, entries[one]!));
  return (
    <div className="flex flex-col gap-3">
      {entries.length === 0 && <p className="text-muted">{none}</p>}
      <ul className="flex flex-col gap-2">
        {entries.map((entry, index) => {
          const own = [...at, index];
          const isFaulty = problems.some(({ field }) => field?.startsWith(writePath(own)));
          return (
            // oxlint-disable-next-line react/no-array-index-key -- A key that is typed anew at each letter would close the entry.
            <li key={`${id}-${index}`} className="rounded-lg border border-line">
              <details open={isFaulty || index === added}>
                <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-2">
                  <ChevronDown
                    className="size-5 shrink-0 text-muted [[open]>summary>&]:rotate-180"
                    aria-hidden="true"
                  />
                  <span className="min-w-0 flex-1 wrap-anywhere">{renderTitle(entry)}</span>
                </summary>
                <div className="flex flex-col gap-4 border-t border-line p-4">
                  {children(own, entry, unsaved in entry)}
                  {!isReadOnly && (
                    <div className="flex items-center justify-end gap-1">
                      <button
                        type="button"
                        className={act}
                        disabled={index === 0}
                        onClick={() => swap(index, index - 1)}
                      >
                        <ArrowUp className="size-5" aria-hidden="true" />
                        <span className="sr-only">Move up</span>
                      </button>
                      <button
                        type="button"
                        className={act}
                        disabled={index === entries.length - 1}
                        onClick={() => swap(index, index + 1)}
                      >
                        <ArrowDown className="size-5" aria-hidden="true" />
                        <span className="sr-only">Move down</span>
                      </button>
                      <button type="button" className={act} onClick={() => move(entries.toSpliced(index, 1))}>
                        <Trash2 className="size-5" aria-hidden="true" />
                        <span className="sr-only">Remove</span>
                      </button>
                    </div>
                  )}
                </div>
              </details>
            </li>
          );
        })}
      </ul>
      {!isReadOnly && (
        <Button
          look="outline"
          className="self-start"
          onClick={() => {
            setAdded(entries.length);
            change(at, [...entries, { ...make(), [unsaved]: true }]);
          }}
        >
          <Plus className="size-5" aria-hidden="true" />
          {add}
        </Button>
      )}
    </div>
  );
}
