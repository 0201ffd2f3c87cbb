import { Search } from 'lucide-react';
import { listLimits } from '../../contract/console/list.ts';
import { useTypedText } from '../shell/use-typed-text.ts';

interface SearchFieldProps {
  /** What is searched. */
  about: string;
  search: string;
  onSearch: (search: string) => void;
}

/** The search of a list. What is typed shows at once, whatever the network does. */
export function SearchField({ about, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useTypedText(search, onSearch);
  return (
    <div className="relative w-full sm:w-[20rem]">
      <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" aria-hidden="true" />
      <input
        type="search"
        aria-label="Search"
        placeholder={about}
        title={about}
        value={text}
        maxLength={listLimits.searchLength}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        className="block min-h-10 w-full rounded-lg border border-control bg-white pr-3 pl-9 text-ellipsis placeholder:text-muted"
      />
    </div>
  );
}
