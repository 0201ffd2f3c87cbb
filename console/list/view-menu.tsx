import { Menu } from '@base-ui/react/menu';
import { Bookmark, Check, ListPlus, Settings2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ListDeclaration } from '../../contract/console/list.ts';
import type { ListView } from '../../contract/console/views.ts';
import { menuItem } from '../shell/menu-item.ts';
import { EditViewsDialog } from './edit-views-dialog.tsx';
import type { ListState } from './list-state.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { queryOf, stateOf, useViews, type ViewPlace } from './use-views.ts';

interface ViewMenuProps {
  declaration: ListDeclaration;
  place: ViewPlace;
  state: ListState;
  onShow: (state: ListState) => void;
}

/** Saved views of a list: a press puts one into the address. */
export function ViewMenu({ declaration, place, state, onShow }: ViewMenuProps) {
  const views = useViews(place);
  const [opened, setOpened] = useState<'save' | 'edit'>();
  const query = queryOf(declaration, state);
  const shown = views.find((view) => queryOf(declaration, stateOf(declaration, view)) === query);
  const parts = [
    { title: 'Your views', views: views.filter(({ isOwn }) => isOwn) },
    { title: 'Shared with you', views: views.filter(({ isOwn }) => !isOwn) },
  ].filter((part) => part.views.length > 0);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpened(undefined);
    // The item that opened the dialog is gone with its menu.
    requestAnimationFrame(() => trigger.current?.focus());
  };
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          ref={trigger}
          className="inline-flex min-h-10 max-w-[14rem] cursor-pointer items-center gap-2 rounded-lg border border-control px-3 font-semibold hover:border-brand hover:text-brand"
        >
          <Bookmark className="size-4 shrink-0" aria-hidden="true" />
          {shown ? (
            <>
              <span className="sr-only">View: </span>
              <span className="truncate">{shown.name}</span>
            </>
          ) : (
            <span className="max-sm:sr-only">Views</span>
          )}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={6} className="z-30">
            <Menu.Popup className="max-h-[min(28rem,var(--available-height))] w-[18rem] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-line bg-white p-2 text-ink shadow-raised">
              {parts.map((part) => (
                <Menu.Group key={part.title}>
                  <Menu.GroupLabel className="px-3 pt-1 pb-1 text-xs font-semibold tracking-wide text-muted uppercase">
                    {part.title}
                  </Menu.GroupLabel>
                  {part.views.map((view) => (
                    <Menu.Item key={view.id} className={menuItem} onClick={() => onShow(stateOf(declaration, view))}>
                      <span className="inline-flex size-5 shrink-0 items-center justify-center">
                        {view === shown && <Check className="size-4" aria-label="Shown now" />}
                      </span>
                      <span className="min-w-0 py-1.5 wrap-anywhere">
                        {view.name}
                        <ViewNote view={view} />
                      </span>
                    </Menu.Item>
                  ))}
                </Menu.Group>
              ))}
              {parts.length === 0 && (
                <p className="px-3 py-2 text-sm text-muted">
                  Search and filter, then save it under a name: it is one press away the next time.
                </p>
              )}
              <Menu.Separator className="my-2 border-t border-line" />
              <Menu.Item className={menuItem} onClick={() => setOpened('save')}>
                <ListPlus className="size-5 shrink-0" aria-hidden="true" />
                Save this view…
              </Menu.Item>
              {views.length > 0 && (
                <Menu.Item className={menuItem} onClick={() => setOpened('edit')}>
                  <Settings2 className="size-5 shrink-0" aria-hidden="true" />
                  Rename, share or delete…
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {opened === 'save' && <SaveViewDialog {...{ place, query, views }} onClose={close} />}
      {opened === 'edit' && <EditViewsDialog {...{ place, views }} onClose={close} />}
    </>
  );
}

function ViewNote({ view: { isOwn, isShared, by } }: { view: ListView }) {
  if (!isOwn) return <span className="block text-sm text-muted">by {by}</span>;
  return isShared && <span className="block text-sm text-muted">Shared</span>;
}
