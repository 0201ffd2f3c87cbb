/** Milliseconds without a key before what was typed is shown. */
const restMs = 600;

/**
 * Sends what is typed to the demonstration site's page in the frame, which starts anew with it. The frame is of another
 * origin, so nothing in it reaches this page.
 */
export function startPlayground(): void {
  const { origin } = new URL(document.querySelector<HTMLElement>('[data-playground]')!.dataset.playground!);
  const markup = document.querySelector<HTMLTextAreaElement>('#markup')!;
  const beginning = document.querySelector<HTMLSelectElement>('#beginning')!;
  const frame = document.querySelector<HTMLIFrameElement>('main iframe')!;
  const send = () => frame.contentWindow!.postMessage({ playground: markup.value }, origin);
  let resting: ReturnType<typeof setTimeout>;
  markup.addEventListener('input', () => {
    clearTimeout(resting);
    resting = setTimeout(send, restMs);
  });
  beginning.addEventListener('change', () => {
    markup.value = beginning.value;
    send();
  });
  // The frame asks once it listens, so that neither has to be there first.
  addEventListener('message', (event) => {
    if (event.origin === origin && event.data === 'playground-ready') send();
  });
  send();
}
