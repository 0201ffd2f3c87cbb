import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { buildStage, dress, readDirection } from '../shell/shell.ts';
import type { ModalRequest, OpenModal } from './contract.ts';
import { ModalRoot } from './modal-root.tsx';

let isWarm = false;

/**
 * Renders a dialog out of sight, once: the browser compiles the code, reads the styles and shapes the text then, instead of
 * at the press.
 */
export function rehearse(request: ModalRequest): void {
  if (isWarm) return;
  isWarm = true;
  const dir = readDirection();
  const { host, root } = buildStage('intake-rehearsal');
  dress(root, request.app);
  // Between here and its removal nothing is painted; inert, it cannot take the focus of the page either.
  host.inert = true;
  const react = createRoot(root);
  flushSync(() => react.render(<ModalRoot {...request} dir={dir} onClose={ignore} onShown={lookAt} />));
  react.unmount();
  host.remove();
}

/** What React hears while a dialog opens; the pointer is over it then without having moved. */
const opening = [
  () => new Event('beforetoggle', { bubbles: true }),
  () => new FocusEvent('focusin', { bubbles: true }),
  ...['pointerover', 'pointerout'].map((type) => () => new PointerEvent(type, { bubbles: true })),
  ...['mouseover', 'mouseout'].map((type) => () => new MouseEvent(type, { bubbles: true })),
];

/** Has the browser lay the dialog out, and React hear the events of one that opens. */
function lookAt(dialog: HTMLDialogElement): void {
  dialog.getBoundingClientRect();
  for (const create of opening) dialog.dispatchEvent(create());
}

const ignore = () => undefined;

/** Shows a dialog, in the place of its first look where there is one. */
export const openModal: OpenModal = ({ onResult, ...request }, shell) => {
  isWarm = true;
  // Before anything of the page is changed: it asks for a style that is computed already.
  const dir = readDirection();
  const { host, root, nameParts } = shell ?? buildStage();
  dress(root, request.app);
  const place = document.createElement('div');
  root.append(place);
  const react = createRoot(place);

  let hasSucceeded = false;
  let isOpen = true;
  const succeed: typeof onResult = (result) => {
    // A reset goes on to the log-in, which may be closed.
    hasSucceeded = result.type !== 'PASSWORD_RESET';
    onResult(result);
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    react.unmount();
    host.remove();
    if (!hasSucceeded) onResult({ type: 'CLOSED' });
  };
  const onShown = (dialog: HTMLDialogElement) => {
    nameParts();
    if (shell) shell.handOver(dialog);
    else dialog.showModal();
    shell = undefined;
  };
  // Synchronously, so that the first frame after the press shows the dialog.
  flushSync(() =>
    react.render(<ModalRoot {...request} dir={dir} onResult={succeed} onClose={close} onShown={onShown} />),
  );
  return close;
};
