import { Menu } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import { join } from '../../../ui/join.ts';
import { useMay } from '../../session/me.ts';
import { menuItem } from '../../shell/menu-item.ts';
import { actWords, type BulkKind } from './bulk-words.ts';

const kinds: readonly BulkKind[] = [
  'give-plan',
  'take-plan',
  'set-field',
  'send-reset',
  'end-sessions',
  'suspend',
  'reinstate',
];

/** The menu of what may be done to the chosen members. */
export function BulkActs({ onAsk }: { onAsk: (kind: BulkKind) => void }) {
  const mayDelete = useMay('export-members');
  return (
    <Menu.Root>
      <Menu.Trigger className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-lg bg-brand px-4 font-semibold text-white hover:bg-deep">
        Do with them
        <ChevronDown className="size-4" aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" side="top" sideOffset={6} className="z-30">
          <Menu.Popup className="min-w-[13rem] rounded-xl border border-line bg-white p-2 text-ink shadow-raised">
            {[...kinds, ...(mayDelete ? (['delete'] as const) : [])].map((each) => (
              <Menu.Item
                key={each}
                onClick={() => onAsk(each)}
                className={join(menuItem, each === 'delete' && 'text-error')}
              >
                {actWords[each]}…
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
