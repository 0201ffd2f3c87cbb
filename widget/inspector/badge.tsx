import type { Ref } from 'react';
import type { Entry } from './state.ts';
import { counted } from './kinds.ts';

interface BadgeProps {
  entries: readonly Entry[];
  isOpen: boolean;
  onPress: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** Says how much there is to tell, and opens and closes the sidebar. */
export function Badge({ entries, isOpen, onPress, ref }: BadgeProps) {
  const errors = entries.filter(({ type }) => type === 'error').length;
  return (
    <button
      ref={ref}
      type="button"
      className="badge"
      data-cy="inspector-button"
      aria-expanded={isOpen}
      onClick={onPress}
    >
      {errors > 0 && (
        <span className="dot" data-cy="inspector-errors">
          <span className="unseen">{counted(errors, 'error')}, </span>
        </span>
      )}
      <span>{isOpen ? 'Hide Inspector' : 'Test Mode'}</span>
      <span className="badge-count">
        {entries.length}
        <span className="unseen"> {entries.length === 1 ? 'finding' : 'findings'}</span>
      </span>
    </button>
  );
}
