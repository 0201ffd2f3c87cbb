import { escapeHtml } from '../../platform/html.ts';
import { alert, paragraph, plainPage, type PageLook } from '../../platform/http/plain-page.ts';

/** The pages of an account that links in mails open. */

/** What every form shows. */
export interface Form {
  siteName: string;
  token: string;
  /** Why the last try failed. */
  fault?: string | undefined;
}

/**
 * The page that proves an address.
 *
 * @param asksPassword in a browser without a session of the member
 * @param from path of the page that asked for the mail, which gave the look
 */
export function verifyPage({
  siteName,
  token,
  fault,
  email,
  asksPassword,
  look,
  from,
}: Form & { email: string; asksPassword: boolean; look: PageLook | undefined; from: string | undefined }): string {
  const password = `<label for="password">Password of your account</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`;
  return plainPage(
    'Confirm your email address',
    siteName,
    `${paragraph(`Confirm that ${email} belongs to your account at ${siteName}.`)}
${alert(fault)}
<form method="post" action="/account/verify-email">
<input type="hidden" name="token" value="${escapeHtml(token)}">
${from === undefined ? '' : `<input type="hidden" name="from" value="${escapeHtml(from)}">`}
${asksPassword ? password : ''}
<button>Confirm</button>
</form>`,
    look,
  );
}

/** The page for a new password. @param minLength fewest characters, the site's rule */
export function resetPage({ siteName, token, fault, minLength }: Form & { minLength: number }): string {
  return plainPage(
    'Choose a new password',
    siteName,
    `${alert(fault)}
<form method="post" action="/account/reset-password">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${minLength}" aria-describedby="rule">
<p id="rule">At least ${minLength} characters.</p>
<button>Save the new password</button>
</form>`,
  );
}

/** The page that finishes a private sign-up. @param email the account's address */
export function finishSignUpPage({ siteName, token, fault, email }: Form & { email: string }): string {
  return plainPage(
    'Finish your sign-up',
    siteName,
    `${paragraph(`Type the password you chose for ${email}, and you have your account at ${siteName}.`)}
${alert(fault)}
<form method="post" action="/account/finish-sign-up">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Finish</button>
</form>`,
  );
}
