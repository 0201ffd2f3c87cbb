import { useSyncExternalStore } from 'react';
import type { Inspector } from './state.ts';

/** The badge, and the sidebar it opens. */
export function Panel({ inspector }: { inspector: Inspector }) {
  const { entries, isOpen, side } = useSyncExternalStore(inspector.subscribe, inspector.state);
  const hasErrors = entries.some(({ type }) => type === 'error');
  return (
    <>
      <button
        type="button"
        className="badge"
        data-cy="inspector-button"
        aria-expanded={isOpen}
        onClick={() => inspector.change({ isOpen: !isOpen })}
      >
        {isOpen ? 'Hide Inspector' : 'Test Mode'} <span className="count">{entries.length}</span>
        {hasErrors && <span className="dot" />}
      </button>
      {isOpen && (
        <aside className={`sidebar ${side}`} data-cy="inspector-sidebar" aria-label="Inspector">
          <ul>
            {entries.map((entry) => (
              <li key={entry.key} data-finding={entry.id}>
                {entry.title}
              </li>
            ))}
          </ul>
        </aside>
      )}
    </>
  );
}
