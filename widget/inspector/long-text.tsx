import { useState } from 'react';
import { cut } from './kinds.ts';

/** Characters that are shown of what may have no end. */
const mostAtFirst = 300;

/** A text from the page or from a member, as it is; a long one is cut until it is unfolded. */
export function LongText({ text, isCode = false }: { text: string; isCode?: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? text : cut(text, mostAtFirst);
  return (
    <>
      {isCode ? <code className="long">{shown}</code> : <span className="long">{shown}</span>}
      {text.length > mostAtFirst && (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${text.length.toLocaleString()} characters`}
        </button>
      )}
    </>
  );
}
