import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useScrollLock } from './scroll-lock.ts';

interface DialogProps {
  open: boolean;
  title: string;
  /** Called for Escape, the close button and a press outside; not called when `blocking`. */
  onClose?: () => void;
  /** Cannot be left by the reader. */
  blocking?: boolean;
  children: ReactNode;
}

/** Where the focus goes back to: an entry of a menu is gone by then, the button of its menu is not. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]');
  return (menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')) ?? focused;
}

/** A modal dialog of the browser: focus stays in and goes back to where it was. */
export function Dialog({ open, title, onClose, blocking = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isPressed = useRef(false);
  const headingId = useId();
  useScrollLock(open);

  useEffect(() => {
    if (!open) return undefined;
    const dialog = element.current;
    const opener = openerOf(document.activeElement);
    dialog?.showModal();
    return () => {
      dialog?.close();
      // The browser gives the focus back only to those who close before they take the dialog away.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      // The opener went with what was done: the next Tab leads into the page, not to its very top.
      else document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
  }, [open]);

  if (!open) return null;
  return (
    <dialog
      ref={element}
      aria-labelledby={headingId}
      // Without it a browser lets a second Escape through, whatever the page says.
      closedby={blocking ? 'none' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (!blocking) onClose?.();
      }}
      // A text selection may end outside the dialog, and then clicks the dialog element itself: no press outside.
      onMouseDown={(event) => {
        isPressed.current = event.target === element.current;
      }}
      onClick={(event) => {
        if (!blocking && isPressed.current && event.target === element.current) onClose?.();
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-xl bg-white p-0 text-ink shadow-raised backdrop:bg-ink/60"
    >
      <div className="p-6 wrap-break-word md:p-8">
        <div className="flex items-start justify-between gap-4">
          <h2 id={headingId} className="min-w-0 text-h3">
            {title}
          </h2>
          {!blocking && (
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-m-2 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-md hover:bg-surface"
            >
              <X className="size-5" aria-hidden="true" />
            </button>
          )}
        </div>
        <div className="mt-4">{children}</div>
      </div>
    </dialog>
  );
}
