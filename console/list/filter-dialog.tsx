import type { ListColumn, ListFilter, ListOperator } from '../../contract/console/list.ts';
import { listLimits } from '../../contract/console/list.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useForm, type Form } from '../../ui/use-form.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { ownZone } from '../shell/times.ts';
import { operatorWords } from './list-state.ts';
import { boundWords, chosenBound, chosenDays, dayOfBound, isChoosable, isOwnDay } from './time-bounds.ts';
import type { Choice } from './choice.ts';

interface FilterDialogProps {
  /** Of the column. */
  name: string;
  column: ListColumn;
  choices: readonly Choice[] | undefined;
  /** Those that are set of what it is about: both bounds of a time, else one at most. */
  filters: readonly ListFilter[];
  onSave: (filters: readonly ListFilter[]) => void;
  onClose: () => void;
}

const yesNo: readonly Choice[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** What a list is narrowed to, of one column. */
export function FilterDialog({ name, column, choices, filters, onSave, onClose }: FilterDialogProps) {
  const operators = column.filter ?? [];
  const set = filters[0];
  const options = optionsOf(column, choices, set?.values);
  const isByDay = column.holds === 'time' || column.holds === 'day';
  const form = useForm({
    check: (values) => (isByDay ? wrongDays(operators, values) : []),
    async send(values) {
      onSave(filtersIn(values, { name, column, filters, hasOptions: options !== undefined }));
    },
  });
  return (
    <Dialog open title={`Filter by ${column.label.toLowerCase()}`} onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        {isByDay && <DayFields {...{ form, column, operators, filters }} />}
        {!isByDay && operators.length > 1 && (
          <SelectField
            label="How"
            name="operator"
            defaultValue={set?.operator}
            options={operators.map((operator) => ({ value: operator, label: operatorWords[operator] }))}
          />
        )}
        {options && (
          <fieldset>
            <legend className="font-semibold">Any of</legend>
            <div className="mt-1 max-h-[16rem] overflow-y-auto rounded-lg border border-line px-3">
              {options.map(({ value, label }) => (
                <CheckboxField
                  key={value}
                  name={`value:${value}`}
                  label={label}
                  defaultChecked={set?.values.includes(value) ?? false}
                />
              ))}
            </div>
          </fieldset>
        )}
        {column.holds === 'text' && !options && (
          <Field
            label={column.label}
            name="text"
            defaultValue={set?.values[0]}
            maxLength={listLimits.searchLength}
            autoComplete="off"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">Show these</Button>
          {filters.length > 0 && (
            <Button look="outline" onClick={() => onSave([])}>
              Take the filter away
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

interface DayFieldsProps extends Pick<FilterDialogProps, 'column' | 'filters'> {
  form: Form;
  operators: readonly ListOperator[];
}

/** The first and the last day of what is shown. */
function DayFields({ form, column: { holds }, operators, filters }: DayFieldsProps) {
  const zone = ownZone();
  return (
    <>
      {holds === 'time' && <p>Days are those of your zone, {zone}, like the times in the list.</p>}
      {operators.map((operator) => {
        const set = valueOf(filters, operator);
        return (
          <Field
            key={operator}
            type="date"
            min={chosenDays.first}
            max={chosenDays.last}
            name={operator}
            label={operator === 'from' ? 'From' : 'Until'}
            error={form.errorOf(operator)}
            defaultValue={set && dayOfBound(operator, set, zone)}
            hint={
              holds === 'time' &&
              set !== undefined &&
              !isOwnDay(operator, set, zone) &&
              `Set to ${boundWords(operator, set, zone)}, which stays until you choose another day.`
            }
          />
        );
      })}
    </>
  );
}

/** Days with a mistyped year: of "26" a field makes the year 26. */
const wrongDays = (operators: readonly ListOperator[], values: FormValues): Problem[] =>
  operators.flatMap((field) => {
    const day = values[field] ?? '';
    return day === '' || isChoosable(day) ? [] : [{ field, message: 'Enter a year between 1900 and 9998' }];
  });

const valueOf = (filters: readonly ListFilter[], operator: ListOperator) =>
  filters.find((filter) => filter.operator === operator)?.values[0];

const named = (value: string): Choice => ({ value, label: value });

/** What may be ticked; nothing for what is typed, which is one text. Of several, as an address may have, each is ticked. */
function optionsOf(
  { holds, values = [] }: ListColumn,
  choices: readonly Choice[] | undefined,
  set: readonly string[] = [],
): readonly Choice[] | undefined {
  if (holds === 'yes-no') return yesNo;
  if (holds === 'choice') return choices ?? values.map((value) => named(value));
  if (holds !== 'text') return undefined;
  return choices ?? (set.length > 1 ? set.map((value) => named(value)) : undefined);
}

interface FilledIn {
  name: string;
  column: ListColumn;
  /** As they were when the dialog was opened. */
  filters: readonly ListFilter[];
  hasOptions: boolean;
}

function filtersIn(values: FormValues, { name, column, filters, hasOptions }: FilledIn): ListFilter[] {
  const filter = (operator: ListOperator, chosen: string[]) =>
    chosen.length > 0 ? [{ column: name, operator, values: chosen }] : [];
  if (column.holds === 'time' || column.holds === 'day')
    return (column.filter ?? []).flatMap((operator) => {
      const day = values[operator]?.trim() ?? '';
      if (day === '') return [];
      if (column.holds === 'day') return filter(operator, [day]);
      return filter(operator, [chosenBound(operator, day, valueOf(filters, operator), ownZone())]);
    });
  const operator = (values['operator'] ?? column.filter?.[0] ?? 'is') as ListOperator;
  const ticked = Object.keys(values).flatMap((key) => (key.startsWith('value:') ? [key.slice('value:'.length)] : []));
  return filter(operator, hasOptions ? ticked : [values['text']?.trim() ?? ''].filter(Boolean));
}
