import { useEffect, useRef, type ReactNode } from 'react';
import { useScrollLock } from '../../ui/scroll-lock.ts';

interface LayerProps {
  label: string;
  onClose: () => void;
  className: string;
  children: ReactNode;
}

/** What lies over the page: a modal dialog of the browser, which keeps the focus in. Escape and a press outside close it. */
export function Layer({ label, onClose, className, children }: LayerProps) {
  const layer = useRef<HTMLDialogElement>(null);
  useScrollLock(true);
  useEffect(() => {
    const opener = document.activeElement;
    const dialog = layer.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // The browser gives the focus back only to those who close before they take the dialog away.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={layer}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === layer.current && onClose()}
      className={`bg-white text-ink shadow-raised ${className}`}
    >
      {children}
    </dialog>
  );
}
