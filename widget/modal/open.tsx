import { createRoot } from 'react-dom/client';
import { buildStage } from '../shell/shell.ts';
import type { OpenModal } from './contract.ts';
import { ModalRoot } from './modal-root.tsx';

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
  react.render(<ModalRoot {...request} onResult={succeed} onClose={close} onShown={onShown} />);
  return close;
};
