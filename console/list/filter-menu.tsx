import { Menu } from '@base-ui/react/menu';
import { Plus } from 'lucide-react';
import { menuItem } from '../shell/menu-item.ts';
import type { Choice } from './choice.ts';

interface FilterMenuProps {
  /** Columns that may be filtered by. */
  items: readonly Choice[];
  onChoose: (column: string) => void;
}

/** The menu for another filter. */
export function FilterMenu({ items, onChoose }: FilterMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-dashed border-control px-3 font-semibold hover:border-brand hover:text-brand">
        <Plus className="size-4" aria-hidden="true" />
        Filter
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={6} className="z-30">
          <Menu.Popup className="max-h-[min(28rem,var(--available-height))] overflow-y-auto min-w-[12rem] rounded-xl border border-line bg-white p-2 text-ink shadow-raised">
            {items.map(({ value, label }) => (
              <Menu.Item key={value} onClick={() => onChoose(value)} className={menuItem}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
