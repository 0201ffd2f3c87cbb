import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { on } from '../page/dom.ts';
import { Badge } from './badge.tsx';
import { counted } from './kinds.ts';
import { Sidebar } from './sidebar.tsx';
import type { Inspector } from './state.ts';

/** The badge, and the sidebar it opens. */
export function Panel({ inspector }: { inspector: Inspector }) {
  const { change } = inspector;
  const state = useSyncExternalStore(inspector.subscribe, inspector.state);
  const { counts, isOpen, chosen } = state;
  const frame = useRef<HTMLDivElement>(null);
  const badge = useRef<HTMLButtonElement>(null);
  const sidebar = useRef<HTMLElement>(null);
  /** How often the builder has asked for the focus to move into the sidebar. */
  const [calls, setCalls] = useState(0);
  /** What was chosen in the list itself. */
  const own = useRef<string>(undefined);

  const open = useCallback(() => {
    change({ isOpen: true });
    setCalls((before) => before + 1);
  }, [change]);
  const close = useCallback(() => {
    change({ isOpen: false });
    badge.current!.focus();
  }, [change]);
  const choose = useCallback(
    (key: string | undefined) => {
      own.current = key;
      change({ chosen: key });
    },
    [change],
  );
  const isOwn = useCallback((key: string) => own.current === key, []);
  useEffect(() => {
    if (calls > 0) sidebar.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  }, [calls]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return;
      // The page may have something of its own to close with this key.
      event.stopPropagation();
      close();
    };
    const listening = frame.current!;
    listening.addEventListener('keydown', onKey);
    return () => listening.removeEventListener('keydown', onKey);
  }, [isOpen, close]);
  // A page may ask for it by name, as for a dialog.
  useEffect(() => on('intake:inspector-open' as never, open), [open]);
  // An outline that was pressed on the page leads to its entry.
  useEffect(() => {
    if (chosen !== undefined && chosen !== own.current) change({ isOpen: true, tab: 'inspector' });
  }, [chosen, change]);

  return (
    <div ref={frame} className="inspector" lang="en" dir="ltr">
      <News errors={counts.error} />
      <Badge ref={badge} counts={counts} isOpen={isOpen} onPress={isOpen ? close : open} />
      {isOpen && (
        <Sidebar ref={sidebar} inspector={inspector} state={state} onClose={close} choose={choose} isOwn={isOwn} />
      )}
    </div>
  );
}

/** Tells who does not see the badge that there are errors, when the first one appears and when the last one is gone. */
function News({ errors }: { errors: number }) {
  const before = useRef(0);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (errors > 0 !== before.current > 0)
      setNews(
        errors > 0 ? `The Inspector has found ${counted(errors, 'error')}.` : 'The Inspector finds no more errors.',
      );
    before.current = errors;
  }, [errors]);
  return (
    <p aria-live="polite" className="unseen">
      {news}
    </p>
  );
}
