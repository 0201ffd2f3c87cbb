import { all, body, create, having, read, styleOf } from '../page/dom.ts';
import { letChallengeBeSeen } from './dialogs.ts';
import { findApi, loadApi, type Api, type ServiceName } from './load-api.ts';
import { unproved } from './unproved.ts';

/** Captcha services of third parties. They stay invisible unless they ask for a puzzle to be solved. */

/** What is proved; the service compares it. */
const action = 'signup';
/** A puzzle that takes longer counts as closed: the services do not report that. Milliseconds. */
const solvedWithinMs = 180_000;

interface Asked {
  container: HTMLElement;
  options: Record<string, unknown>;
  api: Api;
  /** A puzzle is about to be shown. */
  onPuzzle: () => void;
}

/** How each is told to stay out of sight, and begun. Some say it later that there is a puzzle, one never does. */
const services: Record<ServiceName, (asked: Asked) => unknown> = {
  hcaptcha: ({ api, container, options, onPuzzle }) =>
    api.execute(api.render(container, { ...options, size: 'invisible', 'open-callback': onPuzzle })),
  turnstile: ({ api, container, options, onPuzzle }) =>
    api.execute(
      api.render(container, {
        ...options,
        action,
        execution: 'execute',
        appearance: 'interaction-only',
        'before-interactive-callback': onPuzzle,
      }),
    ),
  recaptcha({ api, container, options, onPuzzle }) {
    onPuzzle();
    return api.execute(api.render(container, { ...options, size: 'invisible' }), { action });
  },
};

/** @returns the proof @throws Error when the service cannot be loaded, or the puzzle is given up */
export async function askService(name: ServiceName, sitekey: string): Promise<string> {
  const given = name === 'hcaptcha' && takeAnswer();
  if (given) return given;
  const api = await loadApi(name);
  const { container, theme } = placeFor();
  let putBack = (): void => undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(unproved('The check that you are a person was not finished. Please try again.'));
      const options = {
        sitekey,
        theme,
        callback: resolve,
        'error-callback': fail,
        'close-callback': fail,
        'chalexpired-callback': fail,
        'timeout-callback': fail,
      };
      late = setTimeout(fail, solvedWithinMs);
      const begun = services[name]({ api, container, options, onPuzzle: () => (putBack = letChallengeBeSeen()) });
      // One service's third version gives its proof here instead of calling back.
      Promise.resolve(begun).then((token) => typeof token === 'string' && token !== '' && resolve(token), fail);
    });
  } finally {
    clearTimeout(late);
    putBack();
    container.remove();
  }
}

/** The answer of a widget that the page has drawn itself. It is good once, so the widget is made ready for the next. */
function takeAnswer(): string | undefined {
  const fields = all(document, '[name="h-captcha-response"]') as HTMLTextAreaElement[];
  const field = fields.find(({ value }) => value);
  if (!field) return undefined;
  const answer = field.value;
  field.value = '';
  findApi('hcaptcha')?.reset?.();
  return answer;
}

/** Where the author of the page wants a puzzle, else at the foot of the window. */
function placeFor(): { container: HTMLElement; theme: 'light' | 'dark' } {
  const container = create('div');
  const [place] = all(document, `${having('signup:hcaptcha')},${having('hcaptcha')}`);
  if (!place)
    Object.assign(styleOf(container), {
      position: 'fixed',
      insetInline: '0',
      bottom: '16px',
      width: 'fit-content',
      margin: 'auto',
      zIndex: '2147483647',
    });
  Node.prototype.appendChild.call(place ?? body(), container);
  return {
    container,
    theme: place && (read(place, 'signup:hcaptcha') ?? read(place, 'hcaptcha')) === 'dark' ? 'dark' : 'light',
  };
}
