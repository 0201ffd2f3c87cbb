import type { MembershipCalls } from '../contract/membership-calls.ts';
import type { PopupMessage } from '../contract/providers.ts';
import { RequestError } from './request.ts';

/** Width and height in CSS pixels are the protocol's. */
const features = 'popup,width=600,height=700';
/** Interval of the check for a closed window; browsers tell the opener of it by no event. */
const pollMs = 300;

/** What a window is for: the last part of its path. */
export type Purpose = 'login' | 'signup' | 'connect';

type AnswerOf<Of extends Purpose> = MembershipCalls[`GET /auth-provider/${Of}`]['answer'];

/**
 * Opens a window of a provider and waits for its one message.
 *
 * Call it in the click itself, before anything is awaited, or browsers block the window.
 *
 * @param purpose the last part of the window's path, and its name
 * @param origin the service's; a message from another one is ignored
 * @param address where the window goes, at the service's origin; a promise while its ticket is requested
 * @throws RequestError `popup-blocked`, `popup-closed`, and what the service refuses
 */
export async function throughPopup<Of extends Purpose>(
  purpose: Of,
  origin: string,
  address: URL | Promise<URL>,
): Promise<AnswerOf<Of>> {
  const isReady = address instanceof URL;
  const opened = open(isReady ? address.href : 'about:blank', purpose, features);
  if (!opened)
    throw new RequestError(
      'popup-blocked',
      'Your browser blocked the sign-in window. Please allow it and try again.',
      0,
    );
  try {
    if (!isReady) opened.location.href = (await address).href;
    return (await firstMessage(opened, origin)) as AnswerOf<Of>;
  } finally {
    opened.close();
  }
}

/** Settles once, and removes its listener and timer. */
function firstMessage(opened: Window, origin: string): Promise<PopupMessage> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearInterval(looking);
      removeEventListener('message', onMessage);
      end();
    };
    const onMessage = ({ origin: from, source, data }: MessageEvent<PopupMessage>) => {
      if (from !== origin || source !== opened || typeof data !== 'object') return;
      settle(() => {
        if ('error' in data)
          reject(Object.assign(new RequestError(data.error.code, data.error.message, 400), data.error));
        else resolve(data);
      });
    };
    let wasClosed = false;
    const looking = setInterval(() => {
      // Race: a message sent just before the window closed may arrive after it, so one more round.
      if (wasClosed) settle(() => reject(new RequestError('popup-closed', 'The sign-in window was closed.', 0)));
      wasClosed = opened.closed;
    }, pollMs);
    addEventListener('message', onMessage);
  });
}
