import { RequestError } from '../../client/request.ts';

/** Whether a call failed because the browser has no connection. */
export const isOffline = (error: unknown): boolean =>
  !navigator.onLine && error instanceof RequestError && error.status === 0;

/** Sends once there is a connection, and again what was lost with one. @throws what the sending throws otherwise */
export async function sendOnceOnline<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isOffline(error)) throw error;
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return sendOnceOnline(send);
  }
}
