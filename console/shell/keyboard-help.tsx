import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useMe } from '../session/me.ts';
import { modifierName } from './modifier.ts';
import { destinationsFor, type Area } from './navigation.ts';
import { switchShortcuts, useShortcutsOn } from './shortcut-setting.ts';
import { useCurrentSite } from './use-current-site.ts';

const areas: readonly Area[] = ['all', 'site', 'product', 'own'];
const anywhere: [keys: string, what: string][] = [
  [`${modifierName} K`, 'Search and go to'],
  ['?', 'This help'],
  ['/', 'Search the list'],
  ['Esc', 'Close what lies over the page'],
];
const inLists: [keys: string, what: string][] = [
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['x', 'Choose the row'],
  ['Shift Space', 'Choose the rows up to this one'],
  ['a', 'Act on the chosen rows'],
];

/** Every key that does something, and the switch for those of one letter. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { permissions } = useMe();
  const site = useCurrentSite();
  const areOn = useShortcutsOn();
  const places = areas
    .flatMap((area) => destinationsFor(area, permissions, site?.id))
    .flatMap(({ keys, label }): [string, string][] => (keys === undefined ? [] : [[keys, label]]));
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <KeyTable title="Anywhere" rows={anywhere} />
      <KeyTable title="Go to" rows={places} />
      <KeyTable title="In lists" rows={inLists} />
      <CheckboxField
        name="shortcuts"
        label="Keys of one letter do something"
        className="mt-4"
        checked={areOn}
        onChange={({ target }) => switchShortcuts(target.checked)}
      />
    </Dialog>
  );
}

function KeyTable({ title, rows }: { title: string; rows: readonly (readonly [keys: string, what: string])[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="mt-4 first:mt-0">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <dl className="mt-1">
        {rows.map(([keys, what]) => (
          <div key={keys} className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-0">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
