import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { FindingDetails } from './finding-details.tsx';
import { Icon } from './icons.tsx';
import { cut, typeNames } from './kinds.ts';
import { canBeShown, isNarrow, showElement } from './show-element.ts';
import type { Choosing } from './choosing.ts';
import type { Entry, Inspector } from './state.ts';

interface FindingItemProps extends Choosing {
  entry: Entry;
  isChosen: boolean;
  inspector: Inspector;
}

/** Characters of a value beside a title; all of it stands below. */
const mostBeside = 120;

/** One finding: a line that unfolds. Most stay as they are while a page changes. */
export const FindingItem = memo(function FindingItem({ entry, isChosen, inspector, choose, isOwn }: FindingItemProps) {
  const { id, key, type, title, attribute, value, message, element } = entry;
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isChosen || isOwn(key)) return;
    item.current!.scrollIntoView({ block: 'nearest' });
    button.current!.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- It is about who has chosen, in the moment of the choice.
  }, [isChosen]);
  useKeptFocus(item);

  const isProblem = type === 'error' || type === 'warning';
  const written = value ? `${attribute}="${value}"` : attribute;
  const line = isProblem ? (written ?? message) : message;
  return (
    <li ref={item} className={`finding ${isChosen ? 'chosen' : ''}`} data-finding={id} data-type={type}>
      <button
        ref={button}
        type="button"
        className="finding-line"
        aria-expanded={isChosen}
        onClick={() => {
          choose(isChosen ? undefined : key);
          if (!isChosen && canBeShown(element)) showElement(element, isNarrow());
        }}
      >
        <span className="mark">
          <Icon name={type} />
        </span>
        <span className="finding-words">
          <span className="finding-title">
            <span className="unseen">{typeNames[type]}: </span>
            {title}
          </span>
          {line && (
            <span className={isProblem && !attribute ? 'finding-message' : 'finding-code'}>
              {cut(line, mostBeside)}
            </span>
          )}
        </span>
        <span className="unfold">
          <Icon name="unfold" />
        </span>
      </button>
      {isChosen && <FindingDetails entry={entry} inspector={inspector} />}
    </li>
  );
});

/** A finding that was mended leaves the list; the focus in it moves to the list. */
function useKeptFocus(item: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const leaving = item.current!;
    return () => {
      const panel = leaving.closest<HTMLElement>('[role=tabpanel]');
      if (panel?.isConnected && leaving.matches(':focus-within')) panel.focus({ preventScroll: true });
    };
  }, [item]);
}
