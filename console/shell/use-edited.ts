import { useState } from 'react';
import { useTypedSince } from './use-typed-since.ts';

/** What a form edits: see {@link useEdited}. */
export type Edited<Thing extends { version: string | number }> = ReturnType<typeof useEdited<Thing>>;

/**
 * What a form edits, as it was when the form was opened. A newer state, of a colleague's save or of one's own, takes its
 * place only where nothing is typed: what is typed while a save is on its way belongs to no save yet.
 */
export function useEdited<Thing extends { version: string | number }>(thing: Thing) {
  const [{ base, drawn }, setEdited] = useState({ base: thing, drawn: thing.version });
  const [isTyped, setTyped] = useState(false);
  const { onTyped, begin } = useTypedSince();
  const draw = (next: Thing) => setEdited({ base: next, drawn: next.version });
  if (!isTyped && base.version !== thing.version) draw(thing);
  return {
    /** What was typed is compared with it. */
    base,
    /** The key of the form: another one draws it anew. */
    drawn,
    isTyped,
    onTyped() {
      onTyped();
      setTyped(true);
    },
    /** What was typed gives way to what is saved. */
    forget: () => setTyped(false),
    /**
     * Called at the press of Save.
     *
     * @returns what is given the answer, and what was sent: the form is drawn anew, or stays above what was sent where
     *   somebody typed on
     */
    begin() {
      const isTypedSince = begin();
      return (saved: Thing, sent: Partial<Thing>) => {
        if (isTypedSince()) {
          setEdited((now) => ({ ...now, base: { ...now.base, ...sent, version: saved.version } }));
        } else {
          setTyped(false);
          draw(saved);
        }
      };
    },
  };
}
