import { useId } from 'react';
import { fieldName } from '../../shell/shell.ts';
import { useModal } from '../modal-context.ts';
import type { SiteFieldSettings } from '../site-fields.ts';
import { Field } from './field.tsx';
import { useFieldError, type Value } from './form.tsx';

/** What a form holds for a field, as the service keeps it; '' for one that was left empty. */
export function fieldValue(field: SiteFieldSettings, value: Value): string {
  const given = value(fieldName(field));
  return field.type === 'boolean' ? String(given !== '') : given;
}

/** A field of the site: a line of text, or a box to tick. @param saved what the member has in it */
export function SiteField({ field, saved = '' }: { field: SiteFieldSettings; saved?: string }) {
  const name = fieldName(field);
  if (field.type === 'boolean') return <Box name={name} label={field.label} saved={saved} />;
  return <Field name={name} label={field.label} type="text" defaultValue={saved} />;
}

function Box({ name, label, saved }: { name: string; label: string; saved: string }) {
  const { kept } = useModal();
  const id = useId();
  const error = useFieldError(name);
  return (
    <div className="ms-form__group">
      <label className="ms-check">
        <input
          className="ms-check__box"
          type="checkbox"
          name={name}
          defaultChecked={(kept.get(name) ?? saved) === 'true'}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
        />
        {label}
      </label>
      {error !== undefined && (
        <p id={id} className="ms-form__error">
          {error}
        </p>
      )}
    </div>
  );
}
