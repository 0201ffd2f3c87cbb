import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { App } from '../../contract/site.ts';
import { useModal } from './modal-context.ts';
import { Message, type Told } from './ui/message.tsx';

interface FrameProps {
  /** Is given the dialog's element. */
  dialog: RefObject<HTMLDialogElement | null>;
  dir: 'ltr' | 'rtl';
  message: Told | undefined;
  children: ReactNode;
}

/** The dialog itself: the browser's own, above whatever the page puts on top, with the focus kept inside. */
export function Frame({ dialog, dir, message, children }: FrameProps) {
  const { app, params, label, close, onShown } = useModal();
  const isPressed = useRef(false);
  const isOwnPress = useRef(false);
  // Before anything is drawn: later it would take the focus from a field that is typed into.
  useLayoutEffect(() => {
    const shown = dialog.current!;
    onShown(shown);
    return () => shown.close();
  }, [dialog, onShown]);
  return (
    <dialog
      ref={dialog}
      id="msOverlay"
      className="ms-modal"
      aria-labelledby="intake-heading"
      dir={dir}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // Selecting text with the pointer may end beside the dialog: that is no press on the backdrop.
      onMouseDownCapture={(event) => {
        isPressed.current = event.target === event.currentTarget;
        if (event.detail < 2) isOwnPress.current = true;
        else if (!isOwnPress.current) event.preventDefault();
      }}
      // The second half of a double click on the opener is not meant for what has come between.
      onClickCapture={(event) => {
        if (event.detail > 1 && !isOwnPress.current) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && isPressed.current) close();
      }}
    >
      <div className="ms-modal__box">
        <header className="ms-modal__header">
          {!params.hideCloseButton && (
            <button
              type="button"
              className="ms-icon-button ms-modal__close"
              aria-label={label('close')}
              onClick={close}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="m6 6 12 12M18 6 6 18" />
              </svg>
            </button>
          )}
          <Logo of={app} />
        </header>
        <Message told={message} />
        {children}
        {!app.isPaid && <p className="ms-modal__badge">{label('secured_by')} Intake</p>}
      </div>
    </dialog>
  );
}

/** The site's sign, or the one it has for dark paper. */
function Logo({ of: { name, branding } }: { of: App }) {
  const { logo, logoDark, appearance } = branding;
  const shown = (appearance === 'dark' && logoDark) || logo;
  if (!shown) return null;
  return (
    <picture>
      {appearance === 'auto' && logoDark && <source srcSet={logoDark} media="(prefers-color-scheme:dark)" />}
      <img className="ms-modal__logo" src={shown} alt={name} />
    </picture>
  );
}
