import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useModal } from '../modal-context.ts';

interface HeadingProps {
  text: ReactNode;
  /** The way back, if there is one. */
  onBack?: () => void;
  /** For a screen one reads before one writes. */
  takesFocus?: boolean;
}

/** A screen's title, which names the dialog. Where a screen has no field to begin with, it takes the focus. */
export function Heading({ text, onBack, takesFocus = false }: HeadingProps) {
  const { label } = useModal();
  const heading = useRef<HTMLHeadingElement>(null);
  // Read by the dialog that is shown next: it would begin with whatever comes first, a cross say, and move on from there.
  useLayoutEffect(() => findFirst(heading.current!, takesFocus).setAttribute('autofocus', ''), [takesFocus]);
  // What had the focus on the screen before is gone.
  useEffect(() => {
    const { activeElement } = heading.current!.getRootNode() as ShadowRoot;
    // A field that is typed into, or a menu, keeps the focus.
    if (!activeElement?.closest('form,nav')) findFirst(heading.current!, takesFocus).focus();
  }, [takesFocus]);
  return (
    <div className="ms-modal__heading">
      {onBack && (
        <button type="button" className="ms-icon-button" aria-label={label('back')} onClick={onBack}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m14 6-6 6 6 6" />
          </svg>
        </button>
      )}
      <h2 id="intake-heading" ref={heading} tabIndex={-1}>
        {text}
      </h2>
    </div>
  );
}

/** Where a screen begins. @param isHeading where it has no field to begin with */
function findFirst(heading: HTMLElement, isHeading: boolean): HTMLElement {
  const fields = 'form input:not([type=hidden],[hidden],[tabindex="-1"])';
  return (isHeading ? null : heading.closest('dialog')!.querySelector<HTMLElement>(fields)) ?? heading;
}
