import { useEffect, useRef, useState } from 'react';

/** What a dialog tells the visitor or member. */
export interface Told {
  text: string;
  kind: 'success' | 'error';
}

/** How long a success stands, unless it has the pointer or the focus. Milliseconds, from the protocol. A failure stands until the next try. */
const shownMs = 7_000;

/** What is told, at the top of the dialog. */
export function Message({ told }: { told: Told | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const [past, setPast] = useState<Told>();
  useEffect(() => {
    if (told?.kind !== 'success') return undefined;
    const timer = setInterval(() => {
      if (!box.current!.matches(':hover')) setPast(told);
    }, shownMs);
    return () => clearInterval(timer);
  }, [told]);
  const shown = told === past ? undefined : told;
  return (
    <div ref={box} className="ms-messages">
      {/* Both are always there: a region that comes with its text is not read out everywhere. */}
      <p role="status" className="ms-message">
        {shown?.kind === 'success' && shown.text}
      </p>
      <p role="alert" className="ms-message ms-message--error">
        {shown?.kind === 'error' && shown.text}
      </p>
    </div>
  );
}
