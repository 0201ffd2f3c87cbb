import { useId, type ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
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

/** An id, and a button that puts it on the clipboard. */
export const Id = ({ text }: { text: string }) => (
  <span className="id">
    <span className="id-text">
      <LongText text={text} isCode />
    </span>
    <CopyButton className="link" label={`Copy ${cut(text, mostInName)}`} text={() => text}>
      Copy
    </CopyButton>
  </span>
);
