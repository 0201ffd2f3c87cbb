import type { RequestError } from '../../client/membership.ts';
import type { Install } from '../page/config.ts';

/**
 * Why a page and its service do not come together: for the author of the page, in the console. Fetched where the first
 * answer is missing. It comes from the service, so it arrives where only the page's calls are refused.
 */

let isSaid = false;

/**
 * Says it once a page.
 *
 * @param error what became of the page's first calls
 * @param tellVisitor shows a sentence where the page waits for the answer
 */
export async function explain(
  install: Install,
  error: Pick<RequestError, 'code' | 'status'>,
  tellVisitor: (sentence?: string) => void,
): Promise<void> {
  const isUnknown = error.code === 'app-not-found';
  tellVisitor(
    isUnknown
      ? 'This page names no site that its membership service knows. What is for members stays closed.'
      : undefined,
  );
  if (isSaid) return;
  isSaid = true;
  if (isUnknown) say(aboutSite(install), install, 'app-not-found');
  else if (error.status === 0 && (await isThere(install))) say(aboutOrigin(install), install, 'origin-not-allowed');
}

/** A secret key is not repeated: consoles are photographed. */
const aboutSite = ({ domain, appId, publicKey }: Install): string =>
  publicKey.startsWith('sk_')
    ? 'data-ms-public-key holds a secret key, which everybody who opens this page can read. Revoke it, and write the public key of the site, pk_….'
    : `${domain} knows no site "${appId}" with the key "${publicKey}". Compare data-ms-app and data-ms-public-key of the script tag with the file of the site.`;

/** Which of a site's origins a page's own is not among, the service tells pages of none (decision 0058). */
const aboutOrigin = ({ domain, appId }: Install): string =>
  location.protocol === 'file:'
    ? 'a page that is opened as a file has no origin, so the service answers it nothing. Open it through a web server, on localhost for a site in test mode.'
    : `${domain} is there, but this page may not read its answers. Most likely ${location.origin} is missing under origins in the file of the site "${appId}".`;

/** Whether the service itself answers: each origin may read the script. */
const isThere = ({ domain }: Install): Promise<boolean> =>
  fetch(`${domain}/widget/v1/intake.js`, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

function say(sentence: string, { domain }: Install, anchor: string): void {
  // oxlint-disable-next-line no-console -- The author of the page hears of it nowhere else.
  console.error(`Intake: ${sentence} ${domain}/docs/troubleshooting#${anchor}`);
}
