import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { buildStage } from '../shell/shell.ts';
import type { ModalRequest, OpenModal } from './contract.ts';
import { ModalRoot } from './modal-root.tsx';

let hasRehearsed = false;

/**
 * Draws a dialog that nobody sees. What a browser has to do the first time takes far longer than the drawing, and now
 * nobody waits for it.
 */
export function rehearse(request: ModalRequest): void {
  if (hasRehearsed) return;
  hasRehearsed = true;
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
  // At once: somebody has pressed a button and looks at it.
  flushSync(() => react.render(<ModalRoot {...request} onResult={succeed} onClose={close} onShown={onShown} />));
  return close;
};
