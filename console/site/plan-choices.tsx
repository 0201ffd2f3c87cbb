import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { listOf, writePath, type SettingPath } from './setting-paths.ts';
import { wordsOf } from './setting-words.ts';
import { useSettings } from './use-settings.tsx';

interface PlanChoicesProps {
  at: SettingPath;
  pattern: string;
  /** Whether every member may open it: then there is nothing to choose. */
  isForAll: boolean;
}

/** Which plans open something: `[{ id }]` in the site's file. One that was removed stands here until it is unticked. */
export function PlanChoices({ at, pattern, isForAll }: PlanChoicesProps) {
  const { shown, read, change, errorOf, isReadOnly } = useSettings();
  const plans = (read(['plans']) ?? []) as { id: string; name: string }[];
  const chosen = ((read(at) ?? []) as { id: string }[]).map(({ id }) => id);
  const removed = chosen.filter((id) => plans.every((plan) => plan.id !== id));
  const offered = isForAll ? [] : plans;
  if (offered.length + removed.length === 0) return null;
  const without = (id: string) => chosen.filter((each) => each !== id);
  const choose = (ids: string[]) =>
    change(
      at,
      ids.map((id) => ({ id })),
    );
  const saved = listOf(shown.settings, 'plans') as { id?: string; name?: string }[];
  const nameOf = (id: string) => saved.find((plan) => plan.id === id)?.name ?? id;
  return (
    <fieldset>
      <legend className="font-semibold">{wordsOf(pattern).label}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {offered.map(({ id, name }) => (
          <CheckboxField
            key={id}
            name={`${writePath(at)}:${id}`}
            label={name}
            disabled={isReadOnly}
            checked={chosen.includes(id)}
            onChange={({ target }) => choose(target.checked ? [...chosen, id] : without(id))}
          />
        ))}
        {removed.map((id) => {
          const place = [...at, chosen.indexOf(id), 'id'];
          return (
            <CheckboxField
              key={id}
              name={writePath(place)}
              label={`${nameOf(id)} (removed)`}
              error={errorOf(place)}
              disabled={isReadOnly}
              checked
              onChange={() => choose(without(id))}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
