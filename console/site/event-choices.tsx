import { siteEventNames } from '../../contract/site-events.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { writePath, type SettingPath } from './setting-paths.ts';
import { useSettings } from './use-settings.tsx';

/** Which events a webhook is told: all, those of later versions too, or some. */
export function EventChoices({ at }: { at: SettingPath }) {
  const { read, change, errorOf, isReadOnly } = useSettings();
  const chosen = read(at);
  const some = Array.isArray(chosen) ? (chosen as string[]) : undefined;
  const name = writePath(at);
  return (
    <fieldset>
      <legend className="font-semibold">Events</legend>
      <CheckboxField
        name={name}
        label="All events, those of later versions too"
        disabled={isReadOnly}
        error={errorOf(at)}
        checked={some === undefined}
        onChange={({ target }) => change(at, target.checked ? 'all' : [...siteEventNames])}
      />
      {some && (
        <div className="grid gap-x-6 sm:grid-cols-2">
          {siteEventNames.map((event) => (
            <CheckboxField
              key={event}
              name={`${name}:${event}`}
              label={<code>{event}</code>}
              disabled={isReadOnly}
              checked={some.includes(event)}
              onChange={({ target }) =>
                change(
                  at,
                  siteEventNames.filter((each) => (each === event ? target.checked : some.includes(each))),
                )
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
