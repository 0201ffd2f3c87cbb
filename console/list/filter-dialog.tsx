import type { ListColumn, ListFilter, ListOperator } from '../../contract/console/list.ts';
import { listLimits } from '../../contract/console/list.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { FormValues } from '../../ui/problems.ts';
import { operatorWords } from './list-state.ts';
import type { Choice } from './choice.ts';

interface FilterDialogProps {
  /** Of the column. */
  name: string;
  column: ListColumn;
  choices: readonly Choice[] | undefined;
  /** Those of this column that are set. */
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
  const options = optionsOf(column, choices);
  const form = useForm({
    check: () => [],
    async send(values) {
      onSave(filtersIn(values, { name, column, hasOptions: options !== undefined }));
    },
  });
  const set = filters[0];
  return (
    <Dialog open title={`Filter by ${column.label.toLowerCase()}`} onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        {column.holds === 'time' &&
          operators.map((operator) => (
            <Field
              key={operator}
              type="date"
              name={operator}
              label={operator === 'from' ? 'From' : 'Until'}
              defaultValue={filters.find((filter) => filter.operator === operator)?.values[0]?.slice(0, 10)}
            />
          ))}
        {column.holds !== 'time' && operators.length > 1 && (
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

/** What may be ticked; nothing for what is typed. */
function optionsOf({ holds, values = [] }: ListColumn, choices: readonly Choice[] | undefined) {
  if (holds === 'yes-no') return yesNo;
  if (holds === 'choice') return choices ?? values.map((value) => ({ value, label: value }));
  return holds === 'text' ? choices : undefined;
}

interface FilledIn {
  name: string;
  column: ListColumn;
  hasOptions: boolean;
}

function filtersIn(values: FormValues, { name, column, hasOptions }: FilledIn): ListFilter[] {
  const filter = (operator: ListOperator, chosen: string[]) =>
    chosen.length > 0 ? [{ column: name, operator, values: chosen }] : [];
  if (column.holds === 'time')
    return (column.filter ?? []).flatMap((operator) =>
      filter(operator, [values[operator]?.trim() ?? ''].filter(Boolean)),
    );
  const operator = (values['operator'] ?? column.filter?.[0] ?? 'is') as ListOperator;
  const ticked = Object.keys(values).flatMap((key) => (key.startsWith('value:') ? [key.slice('value:'.length)] : []));
  return filter(operator, hasOptions ? ticked : [values['text']?.trim() ?? ''].filter(Boolean));
}
