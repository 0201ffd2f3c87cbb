import { X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ListDeclaration, ListFilter } from '../../contract/console/list.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { dayOf, ownZone } from '../shell/times.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { filtersEdited, operatorWords, withEdited, withFilter, type EditedFilter } from './list-state.ts';
import { boundWords } from './time-bounds.ts';
import type { Choice } from './choice.ts';

const FilterMenu = lazy(async () => ({ default: (await import('./filter-menu.tsx')).FilterMenu }));

interface FilterBarProps {
  declaration: ListDeclaration;
  choices: Readonly<Record<string, readonly Choice[]>>;
  filters: readonly ListFilter[];
  onChange: (filters: readonly ListFilter[]) => void;
}

/** The filters of a list, each as a chip that reads as a sentence, and the menu for another. */
export function FilterBar({ declaration, choices, filters, onChange }: FilterBarProps) {
  const [asked, setAsked] = useState<EditedFilter>();
  const filterable = Object.entries(declaration.columns).filter(([, { filter }]) => filter !== undefined);
  if (filterable.length === 0) return null;
  const edited = asked && filtersEdited(declaration, filters, asked);
  return (
    <>
      {filters.map((filter) => (
        <Chip
          key={`${filter.column} ${filter.operator}`}
          words={filterWords(declaration, choices, filter)}
          onEdit={() => setAsked(filter)}
          onRemove={() => onChange(withFilter(filters, { ...filter, values: [] }))}
        />
      ))}
      <Suspense fallback={<Skeleton className="h-10 w-24" />}>
        <FilterMenu
          items={filterable.map(([name, { label }]) => ({ value: name, label }))}
          onChoose={(column) => setAsked({ column })}
        />
      </Suspense>
      {asked && edited && (
        <FilterDialog
          name={asked.column}
          column={declaration.columns[asked.column]!}
          choices={choices[asked.column]}
          filters={edited}
          onClose={() => setAsked(undefined)}
          onSave={(chosen) => {
            setAsked(undefined);
            onChange(withEdited(filters, edited, chosen));
          }}
        />
      )}
    </>
  );
}

function Chip({ words, onEdit, onRemove }: { words: string; onEdit: () => void; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-lg border border-brand bg-tint text-brand">
      <button
        type="button"
        onClick={onEdit}
        className="min-h-9.5 cursor-pointer truncate rounded-l-lg pl-3 pr-1 text-left font-semibold hover:underline"
      >
        {words}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter “${words}”`}
        onClick={onRemove}
        className="inline-flex min-h-9.5 w-9 shrink-0 cursor-pointer items-center justify-center rounded-r-lg hover:bg-white"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </span>
  );
}

/** A filter as one reads it: "Joined from 1 Nov 2026", "Plans is Friend or Maker". */
function filterWords(
  { columns }: ListDeclaration,
  choices: FilterBarProps['choices'],
  { column, operator, values }: ListFilter,
): string {
  const { label, holds } = columns[column]!;
  const named = values.map((value) => {
    if (holds === 'time') return boundWords(operator, value, ownZone());
    if (holds === 'day') return dayOf(value);
    if (holds === 'yes-no') return value;
    return choices[column]?.find((choice) => choice.value === value)?.label ?? value;
  });
  return operator === 'is'
    ? `${label}: ${named.join(' or ')}`
    : `${label} ${operatorWords[operator]} ${named.join(' or ')}`;
}
