import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Layer } from './layer.tsx';
import { usePaletteGroups } from './palette-entries.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

/** Finds a screen, a thing or an act by a few letters of its name. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const navigate = useNavigate();
  const { groups, search, setSearch, isSearching } = usePaletteGroups({ onKeys });

  function choose(entry: PaletteEntry) {
    onClose();
    if ('to' in entry) void navigate(entry.to);
    else entry.act();
  }

  return (
    <Layer
      label="Search and go to"
      onClose={onClose}
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100%-2rem)] max-w-[38rem] overflow-hidden rounded-xl p-0"
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        value={search}
        onValueChange={setSearch}
        // Each entry is filtered by its own words, and what the server found is not filtered again.
        filter={null}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ label }: PaletteEntry) => label}
      >
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Search className="size-5 shrink-0 text-muted" aria-hidden="true" />
          <Autocomplete.Input
            aria-label="Search and go to"
            placeholder="A screen, a member, something to do"
            className="h-14 w-full bg-transparent text-ellipsis text-base outline-none placeholder:text-muted"
          />
          <kbd>Esc</kbd>
        </div>
        <div className="max-h-[min(50dvh,24rem)] overflow-y-auto overscroll-contain p-2">
          <Autocomplete.Empty className="px-3 not-empty:py-6 text-muted">
            {isSearching ? 'Searching…' : 'Nothing here has that name. Try fewer letters.'}
          </Autocomplete.Empty>
          <Autocomplete.List>
            {(group: PaletteGroup) => (
              <Autocomplete.Group key={group.value} items={group.items} className="not-first:mt-2">
                <Autocomplete.GroupLabel className="px-3 py-1 text-xs font-semibold tracking-wide text-muted uppercase">
                  {group.value}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(entry: PaletteEntry) => (
                    <Autocomplete.Item
                      key={entry.id}
                      value={entry}
                      onClick={() => choose(entry)}
                      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1 -outline-offset-2 outline-brand data-highlighted:bg-tint data-highlighted:text-brand data-highlighted:outline-2"
                    >
                      <entry.icon className="size-5 shrink-0" aria-hidden="true" />
                      <span className="max-w-[70%] shrink-0 wrap-anywhere">{entry.label}</span>
                      {entry.detail && (
                        <span className="min-w-0 flex-1 text-sm wrap-anywhere text-muted">{entry.detail}</span>
                      )}
                      {entry.keys && (
                        <span className="ml-auto flex gap-1 max-sm:hidden">
                          {entry.keys.split(' ').map((key) => (
                            <kbd key={key}>{key}</kbd>
                          ))}
                        </span>
                      )}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
    </Layer>
  );
}
