import { createHash } from 'node:crypto';
import type { PopupMessage } from '../../../../contract/providers.ts';
import { pagePolicy, paragraph, plainPage } from '../../../platform/http/plain-page.ts';

/** Posts the message to the opener's origin, clears the address, and closes. Without an opener the page's text stays. */
const script = `(() => {
  const carrier = document.getElementById('result');
  const { origin, message } = JSON.parse(carrier.textContent);
  carrier.remove();
  history.replaceState(null, '', location.pathname);
  if (window.opener) {
    window.opener.postMessage(message, origin);
    window.close();
  } else {
    document.getElementById('told').hidden = true;
    document.getElementById('lost').hidden = false;
  }
})();`;

/** Allows the page's style and this very script by their hashes, and nothing else. */
export const popupPolicy = `${pagePolicy}; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The result of a popup. */
export interface PopupEnd {
  siteName: string;
  /** The only origin that may read the message. */
  origin: string;
  message: PopupMessage;
}

/** The last page of a popup. The message stands in no address; the page shows only a sentence. */
export function popupPage({ siteName, origin, message }: PopupEnd): string {
  const fault = 'error' in message ? message.error.message : undefined;
  const told = `You can close this window. ${siteName} goes on in the one behind it.`;
  const lost = `The page that opened this window cannot be told. Please close it, go back to ${siteName} and try again.`;
  return plainPage(
    fault === undefined ? `Back to ${siteName}` : 'That did not work',
    siteName,
    `${fault === undefined ? '' : paragraph(fault)}
<div id="told">${paragraph(told)}</div>
<div id="lost" hidden>${paragraph(lost)}</div>
<script type="application/json" id="result">${asScriptData({ origin, message })}</script>
<script>${script}</script>`,
  );
}

/** JSON for a script element: `<` is escaped, so that no text can close it (XSS). */
const asScriptData = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
