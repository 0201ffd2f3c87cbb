import { useEffect, useRef } from 'react';
import type { Display } from '../contract.ts';
import { useModal } from '../modal-context.ts';

interface HeadingProps {
  text: string;
  /** Where the way back leads, if there is one. */
  back?: Display;
}

/** A screen's title, which names the dialog. Where a screen has no field to begin with, it takes the focus. */
export function Heading({ text, back }: HeadingProps) {
  const { go, label } = useModal();
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus on the screen before is gone, and the focus with it.
  useEffect(() => {
    const root = heading.current!.getRootNode() as ShadowRoot;
    const dialog = root.querySelector('dialog');
    if (root.activeElement && root.activeElement !== dialog) return;
    const first = dialog?.querySelector<HTMLElement>('form input:not([type=hidden]):not([tabindex="-1"])');
    (first ?? heading.current!).focus();
  }, []);
  return (
    <div className="ms-modal__heading">
      {back && (
        <button type="button" className="ms-icon-button" aria-label={label('back')} onClick={() => go(back)}>
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
