import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { writePath } from '../../shared/content-pieces.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import type { Shape } from './form-shape.ts';

type Path = readonly (string | number)[];

interface PartProps<Part extends Shape> {
  shape: Part;
  value: unknown;
  path: Path;
  onChange: (path: Path, value: unknown) => void;
  /** The message beside a field, by its name. */
  errorOf: (field: string) => string | undefined;
}

/** The fields of a document, or of a part of it. */
export function DocumentFields(props: PartProps<Shape>) {
  const { shape } = props;
  if (shape.is === 'text') return <Text {...props} shape={shape} />;
  if (shape.is === 'list') return <Entries {...props} shape={shape} />;
  const { value, path } = props;
  const fields = Object.entries(shape.fields).map(([key, field]) => (
    <DocumentFields
      key={key}
      {...props}
      shape={field}
      value={(value as Record<string, unknown>)[key]}
      path={[...path, key]}
    />
  ));
  if (shape.label === undefined) return <div className="flex flex-col gap-4">{fields}</div>;
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
      <legend className="pr-3 text-h3">{shape.label}</legend>
      {fields}
    </fieldset>
  );
}

function Text({ shape, value, path, onChange, errorOf }: PartProps<Extract<Shape, { is: 'text' }>>) {
  const name = writePath(path);
  const props = {
    label: shape.label,
    name,
    hint: shape.hint,
    error: errorOf(name),
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(path, shape.mayBeNull && target.value.trim() === '' ? null : target.value),
    autoComplete: 'off',
  };
  return shape.rows === undefined ? <Field {...props} /> : <TextAreaField {...props} rows={shape.rows} />;
}

const act =
  'inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-surface disabled:cursor-not-allowed disabled:text-line';

/** Several of one kind: add, remove, and move by buttons, which the keyboard reaches and which keep the focus. */
function Entries({ shape, value, path, onChange, errorOf }: PartProps<Extract<Shape, { is: 'list' }>>) {
  const list = useRef<HTMLOListElement>(null);
  const entries = value as readonly unknown[];
  const move = (from: number, to: number) => {
    onChange(path, entries.with(from, entries[to]).with(to, entries[from]));
    const wanted = `[data-move="${to > from ? 'down' : 'up'}"]`;
    requestAnimationFrame(() => {
      const item = list.current?.children[to];
      const button = item?.querySelector<HTMLButtonElement>(`${wanted}:enabled`);
      (button ?? item?.querySelector<HTMLButtonElement>('[data-move]:enabled'))?.focus();
    });
  };
  const isPlain = shape.each.is === 'text';
  return (
    <div className="flex flex-col gap-3">
      {shape.label !== undefined && <h3 className="font-semibold">{shape.label}</h3>}
      <ol ref={list} className="flex flex-col gap-4">
        {entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Entries have no ids, and a key of what is typed would lose the focus.
          <li key={index} className="rounded-lg border border-line p-4">
            {!isPlain && <h4 className="mb-3 font-semibold">{`${shape.one} ${index + 1}`}</h4>}
            <DocumentFields
              shape={isPlain ? { ...shape.each, label: `${shape.one} ${index + 1}` } : shape.each}
              value={entry}
              path={[...path, index]}
              onChange={onChange}
              errorOf={errorOf}
            />
            <div className="mt-2 flex justify-end gap-1">
              <button
                type="button"
                data-move="up"
                className={act}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp className="size-5" aria-hidden="true" />
                <span className="sr-only">{`Move ${shape.one.toLowerCase()} ${index + 1} up`}</span>
              </button>
              <button
                type="button"
                data-move="down"
                className={act}
                disabled={index === entries.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown className="size-5" aria-hidden="true" />
                <span className="sr-only">{`Move ${shape.one.toLowerCase()} ${index + 1} down`}</span>
              </button>
              <button
                type="button"
                className={act}
                disabled={entries.length === 1}
                onClick={() => onChange(path, entries.toSpliced(index, 1))}
              >
                <Trash2 className="size-5" aria-hidden="true" />
                <span className="sr-only">{`Remove ${shape.one.toLowerCase()} ${index + 1}`}</span>
              </button>
            </div>
          </li>
        ))}
      </ol>
      <Button look="outline" className="self-start" onClick={() => onChange(path, [...entries, shape.make()])}>
        <Plus className="size-5" aria-hidden="true" />
        {shape.add}
      </Button>
    </div>
  );
}
