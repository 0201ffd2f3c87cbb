import { useRef, type Ref } from 'react';
import { Icon } from './icons.tsx';
import type { InspectorState } from './state.ts';
import { counted } from './kinds.ts';
import { useBadgePlace } from './use-badge-place.ts';

interface BadgeProps {
  counts: InspectorState['counts'];
  isOpen: boolean;
  onPress: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** Says how many problems there are, and opens and closes the sidebar. */
export function Badge({ counts, isOpen, onPress, ref }: BadgeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { isFolded, fold, style, wasDragged, handlers } = useBadgePlace(frame);
  const problems = counts.error + counts.warning;
  const foldWords = isFolded ? 'Show the words of the badge' : 'Fold the badge to its number';
  return (
    <div ref={frame} className={`badge ${isFolded ? 'folded' : ''}`} style={style} {...handlers}>
      <button
        ref={ref}
        type="button"
        className="badge-button"
        data-cy="inspector-button"
        aria-expanded={isOpen}
        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
        title="Drag it, or move it with the arrow keys"
        onClick={() => {
          if (!wasDragged()) onPress();
        }}
      >
        {counts.error > 0 && <span className="dot" data-cy="inspector-errors" />}
        <span className={isFolded ? 'unseen' : ''}>{isOpen ? 'Hide Inspector' : 'Test Mode'}</span>
        <span className={`badge-count ${problems === 0 ? 'none' : ''}`}> {problems}</span>
        <span className="unseen">
          {' '}
          {problems === 1 ? 'problem' : 'problems'}
          {counts.error > 0 && `, ${counted(counts.error, 'error')}`}
        </span>
      </button>
      <button
        type="button"
        className="badge-fold"
        aria-label={foldWords}
        title={foldWords}
        onClick={() => {
          if (!wasDragged()) fold();
        }}
      >
        <Icon name={isFolded ? 'unfold-words' : 'fold-words'} />
      </button>
    </div>
  );
}
