import { useEffect, useId, useState, type ReactNode } from 'react';
import { cut } from './kinds.ts';
import { LongText } from './long-text.tsx';

/** Named values, for the tabs that show many. */

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** @param code what pages and programs call it */
export function Fact({ name, code, children }: { name: string; code?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <LongText text={name} />
        {code !== undefined && <LongText text={code} isCode />}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

export const None = ({ children = 'None' }: { children?: ReactNode }) => <p className="quiet">{children}</p>;

/** Characters of an id in the name of its button. */
const mostInName = 80;
/** How long it says so. As in the dialogs. */
const copiedMs = 2_000;

/** An id, and a button that puts it on the clipboard. */
export function Id({ text }: { text: string }) {
  const [told, setTold] = useState('');
  useEffect(() => {
    if (told === '') return undefined;
    const timer = setTimeout(() => setTold(''), copiedMs);
    return () => clearTimeout(timer);
  }, [told]);
  return (
    <span className="id">
      <span className="id-text">
        <LongText text={text} isCode />
      </span>
      <button
        type="button"
        className="link"
        aria-label={`Copy ${cut(text, mostInName)}`}
        onClick={() => {
          copy(text).then(
            () => setTold('Copied'),
            () => setTold('Not copied'),
          );
        }}
      >
        {told || 'Copy'}
      </button>
      <span aria-live="polite" className="unseen">
        {told}
      </span>
    </span>
  );
}

/** Pages without encryption, and some frames, have no clipboard. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
