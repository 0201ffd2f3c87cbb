import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { useModal } from './modal-context.ts';

/** Blue, where a site names no colour of its own. */
const ownPrimary = 'rgb(41, 98, 255)';

interface FrameProps {
  message: { text: string; kind: 'success' | 'error' } | undefined;
  children: ReactNode;
}

/** The dialog itself: the browser's own, above whatever the page puts on top, with the focus kept inside. */
export function Frame({ message, children }: FrameProps) {
  const { app, params, label, close } = useModal();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before anything is drawn: later it would take the focus from whoever has begun to type.
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    return () => shown.close();
  }, []);
  const wanted = app.branding.colors.lightMode['primaryButton'];
  const primary = wanted && CSS.supports('color', wanted) ? wanted : ownPrimary;
  return (
    <dialog
      ref={dialog}
      className="ms-modal"
      id="msOverlay"
      style={{ '--primary': primary } as CSSProperties}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className="ms-modal__box">
        {!params.hideCloseButton && (
          <button type="button" className="ms-modal__close" aria-label={label('close')} onClick={close}>
            ×
          </button>
        )}
        {app.branding.logo && <img className="ms-modal__logo" src={app.branding.logo} alt={app.name} />}
        <p role={message?.kind === 'error' ? 'alert' : 'status'} className={`ms-modal__message ${message?.kind ?? ''}`}>
          {message?.text}
        </p>
        {children}
        {!app.isPaid && <p className="ms-modal__badge">{label('secured_by')} Intake</p>}
      </div>
    </dialog>
  );
}
