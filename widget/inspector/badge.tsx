import type { Ref } from 'react';
import type { InspectorState } from './state.ts';
import { counted } from './kinds.ts';

interface BadgeProps {
  counts: InspectorState['counts'];
  isOpen: boolean;
  onPress: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** Says how much there is to tell, and opens and closes the sidebar. */
export function Badge({ counts, isOpen, onPress, ref }: BadgeProps) {
  const findings = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return (
    <button
      ref={ref}
      type="button"
      className="badge"
      data-cy="inspector-button"
      aria-expanded={isOpen}
      onClick={onPress}
    >
      {counts.error > 0 && <span className="dot" data-cy="inspector-errors" />}
      <span>{isOpen ? 'Hide Inspector' : 'Test Mode'}</span>
      <span className="badge-count"> {findings}</span>
      <span className="unseen">
        {' '}
        {findings === 1 ? 'finding' : 'findings'}
        {counts.error > 0 && `, ${counted(counts.error, 'error')}`}
      </span>
    </button>
  );
}
