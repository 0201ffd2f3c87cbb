import { tabStore } from './storage.ts';

/** Proves with a mailed code that this tab asked for it; survives a reload of the tab where storage is allowed. */

const secretKey = 'intake.browser-secret';

export const browserSecret = {
  /** The tab's secret of 256 bits; made when it is first asked for. */
  get(): string {
    const kept = tabStore.read(secretKey);
    if (kept !== null) return kept;
    const made = randomText();
    tabStore.write(secretKey, made);
    return made;
  },
  /** Once a code is used: the next one has another secret. */
  forget: (): void => tabStore.remove(secretKey),
};

/** 32 bytes in base64url. */
const randomText = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
