import type { MemberImport } from '../../../contract/console/imports-schemas.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import type { FormValues, Problem } from '../../../ui/problems.ts';
import { send } from '../../session/client.ts';
import { messageOf } from '../../session/message-of.ts';
import { useImportStep } from './use-import-step.ts';

interface ColumnFormProps {
  found: MemberImport;
  header: NonNullable<MemberImport['header']>;
}

/** What each column of the file holds, and the press that has every row looked at. */
export function ColumnForm({ found, header }: ColumnFormProps) {
  const { siteId, id: importId, targets, columns, mayUpdate, state } = found;
  const step = useImportStep(found);
  const form = useForm({
    check: (values) => problemsIn(columnsIn(header, values)),
    async send(values) {
      const body = { columns: columnsIn(header, values), mayUpdate: 'mayUpdate' in values };
      try {
        await step(
          () => send('POST /console/api/sites/:siteId/imports/:importId/check', body, { siteId, importId }),
          true,
        );
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
      }
    },
  });
  const options = targets.map(({ name, label }) => ({ value: name, label }));
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <h2>What the columns hold</h2>
      <ErrorSummary form={form} />
      <ul className="divide-y divide-line rounded-xl border border-line">
        {header.map(({ name, suggestion, example }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same name
          <li key={index} className="grid gap-x-6 gap-y-2 p-4 sm:grid-cols-2">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{name || `Column ${index + 1}, without a name`}</p>
              <p className="text-sm text-muted wrap-anywhere">
                {example ? `Such as “${example}”` : 'Empty in the first rows'}
              </p>
            </div>
            <SelectField
              label={`${name || `Column ${index + 1}`} holds`}
              name={`column:${index}`}
              placeholder="Nothing we keep"
              defaultValue={(columns ? columns[index] : suggestion) ?? ''}
              options={options}
              error={form.errorOf(`column:${index}`)}
            />
          </li>
        ))}
      </ul>
      <CheckboxField
        name="mayUpdate"
        defaultChecked={mayUpdate}
        label="Members who are there already get the file’s values too. Address and password stay."
      />
      <div>
        <Button type="submit" look={state === 'checked' ? 'outline' : 'primary'} loading={form.pending}>
          {state === 'checked' ? 'Look at every row again' : 'Look at every row'}
        </Button>
      </div>
    </form>
  );
}

const columnsIn = (header: ColumnFormProps['header'], values: FormValues): (string | null)[] =>
  header.map((_column, index) => values[`column:${index}`] || null);

function problemsIn(columns: readonly (string | null)[]): Problem[] {
  const twice = columns.flatMap((name, index) =>
    name !== null && columns.indexOf(name) !== index
      ? [{ field: `column:${index}`, message: 'Another column holds this already' }]
      : [],
  );
  if (columns.includes('email')) return twice;
  return [{ field: 'column:0', message: 'Choose the column that holds the e-mail' }, ...twice];
}
