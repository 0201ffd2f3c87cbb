import { createRoot } from 'react-dom/client';
import type { OpenModal } from './contract.ts';
import { ModalRoot } from './modal-root.tsx';
import css from './modal.css?inline';

let sheet: CSSStyleSheet | undefined;

/** Shows a dialog in a root of its own, where neither styles nor ids of the page reach. */
export const openModal: OpenModal = ({ onResult, ...request }) => {
  const host = document.createElement('intake-modal');
  const root = host.attachShadow({ mode: 'open' });
  sheet ??= styleSheet();
  root.adoptedStyleSheets = [sheet];
  const place = document.createElement('div');
  root.append(place);
  Node.prototype.appendChild.call(document.documentElement, host);
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
  react.render(<ModalRoot {...request} onResult={succeed} onClose={close} />);
  return close;
};

function styleSheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}
