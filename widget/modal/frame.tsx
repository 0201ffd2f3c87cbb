import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { readBrand } from '../shell/shell.ts';
import { useModal } from './modal-context.ts';
import { Message, type Told } from './ui/message.tsx';

interface FrameProps {
  message: Told | undefined;
  children: ReactNode;
}

/** The dialog itself: the browser's own, above whatever the page puts on top, with the focus kept inside. */
export function Frame({ message, children }: FrameProps) {
  const { app, params, label, close, onShown } = useModal();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressed = useRef(false);
  const isOwnPress = useRef(false);
  // Before anything is drawn: later it would take the focus from a field that is typed into.
  useLayoutEffect(() => {
    const shown = dialog.current!;
    if (shown.isConnected) shown.showModal();
    onShown(shown);
    return () => shown.close();
  }, [onShown]);
  const { style, dir } = readBrand(app);
  return (
    <dialog
      ref={dialog}
      id="msOverlay"
      className="ms-modal"
      aria-labelledby="intake-heading"
      dir={dir}
      style={style}
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
          {app.branding.logo && <img className="ms-modal__logo" src={app.branding.logo} alt={app.name} />}
        </header>
        <Message told={message} />
        {children}
        {!app.isPaid && <p className="ms-modal__badge">{label('secured_by')} Intake</p>}
      </div>
    </dialog>
  );
}
