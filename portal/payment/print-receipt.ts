const containerId = 'print-container';

/**
 * Prints one element by itself, on paper of the reader's printer.
 * A copy is printed: the page around it has bars and buttons that mean nothing on paper.
 */
export function printAlone(element: HTMLElement): void {
  document.getElementById(containerId)?.remove();
  const container = document.createElement('div');
  container.id = containerId;
  container.append(element.cloneNode(true));
  document.body.append(container);
  window.addEventListener('afterprint', () => container.remove(), { once: true });
  window.print();
}
