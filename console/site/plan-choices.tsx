import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { writePath, type SettingPath } from './setting-paths.ts';
import { wordsOf } from './setting-words.ts';
import { useSettings } from './use-settings.tsx';

/** Which plans open something: `[{ id }]` in the site's file. */
export function PlanChoices({ at, pattern }: { at: SettingPath; pattern: string }) {
  const { read, change, isReadOnly } = useSettings();
  const plans = (read(['plans']) ?? []) as { id: string; name: string }[];
  const chosen = ((read(at) ?? []) as { id: string }[]).map(({ id }) => id);
  if (plans.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-semibold">{wordsOf(pattern).label}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {plans.map(({ id, name }) => (
          <CheckboxField
            key={id}
            name={`${writePath(at)}:${id}`}
            label={name}
            disabled={isReadOnly}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              change(
                at,
                target.checked
                  ? [...chosen.map((each) => ({ id: each })), { id }]
                  : chosen.filter((each) => each !== id).map((each) => ({ id: each })),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
