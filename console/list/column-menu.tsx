import { Menu } from '@base-ui/react/menu';
import { Check, Columns3 } from 'lucide-react';
import type { ListDeclaration } from '../../contract/console/list.ts';
import { menuItem } from '../shell/menu-item.ts';
import { possibleColumns, usualColumns } from './list-state.ts';

interface ColumnMenuProps {
  declaration: ListDeclaration;
  columns: readonly string[];
  onChange: (columns: readonly string[]) => void;
}

/** Which columns a list shows. One stays: a row without any says nothing. */
export function ColumnMenu({ declaration, columns, onChange }: ColumnMenuProps) {
  const possible = possibleColumns(declaration);
  const toggled = (name: string, isShown: boolean) =>
    possible.filter((other) => (other === name ? isShown : columns.includes(other)));
  return (
    <Menu.Root>
      <Menu.Trigger className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-control px-3 font-semibold hover:border-brand hover:text-brand">
        <Columns3 className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Columns</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-30">
          <Menu.Popup className="max-h-[min(28rem,var(--available-height))] overflow-y-auto min-w-[13rem] rounded-xl border border-line bg-white p-2 text-ink shadow-raised">
            {possible.map((name) => (
              <Menu.CheckboxItem
                key={name}
                checked={columns.includes(name)}
                disabled={columns.length === 1 && columns[0] === name}
                closeOnClick={false}
                onCheckedChange={(isShown) => onChange(toggled(name, isShown))}
                className={menuItem}
              >
                <span className="inline-flex size-5 shrink-0 items-center justify-center rounded border border-control">
                  <Menu.CheckboxItemIndicator>
                    <Check className="size-4" aria-hidden="true" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {declaration.columns[name]!.label}
              </Menu.CheckboxItem>
            ))}
            <Menu.Separator className="my-2 border-t border-line" />
            <Menu.Item className={menuItem} onClick={() => onChange(usualColumns(declaration))}>
              As usual
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
