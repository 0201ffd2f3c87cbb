import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { buildStage } from '../shell/shell.ts';
import type { ModalRequest, OpenModal } from './contract.ts';
import { ModalRoot } from './modal-root.tsx';

let isWarm = false;

/**
 * Renders a dialog off screen, once. The first render takes far longer than later ones (the browser compiles the code and
 * loads styles), and the visitor does not wait for it any more.
 */
export function warmUp(request: ModalRequest): void {
  if (isWarm) return;
  isWarm = true;
  const react = createRoot(document.createElement('div'));
  flushSync(() => react.render(<ModalRoot {...request} onClose={nothing} onShown={nothing} />));
  react.unmount();
}

const nothing = () => undefined;

/** Shows a dialog, in the place of its first look where there is one. */
export const openModal: OpenModal = ({ onResult, ...request }, shell) => {
  const { host, root } = shell ?? buildStage();
  const place = document.createElement('div');
  root.append(place);
  const react = createRoot(place);

  let hasSucceeded = false;
  let isOpen = true;
  const succeed: typeof onResult = (result) => {
    hasSucceeded = true;
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
    shell?.handOver(dialog);
    shell = undefined;
  };
  // Synchronously, so that the first frame after the press shows the dialog.
  flushSync(() => react.render(<ModalRoot {...request} onResult={succeed} onClose={close} onShown={onShown} />));
  return close;
};
