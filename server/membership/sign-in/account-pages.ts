import { escapeHtml } from '../../platform/html.ts';
import { alert, paragraph, plainPage } from '../../platform/http/plain-page.ts';

/** The pages of an account that links in mails open. */

export interface Form {
  siteName: string;
  token: string;
  /** Why the last try failed. */
  fault?: string | undefined;
}

/** @param email the address to be confirmed; with `asksPassword` for whoever is not signed in in this browser */
export function verifyPage({
  siteName,
  token,
  fault,
  email,
  asksPassword,
}: Form & { email: string; asksPassword: boolean }): string {
  const password = `<label for="password">Password of your account</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`;
  return plainPage(
    'Confirm your email address',
    siteName,
    `${paragraph(`Confirm that ${email} belongs to your account at ${siteName}.`)}
${alert(fault)}
<form method="post" action="/account/verify-email">
<input type="hidden" name="token" value="${escapeHtml(token)}">
${asksPassword ? password : ''}
<button>Confirm</button>
</form>`,
  );
}

/** @param minLength characters the site asks for at least */
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

/** @param email the address the account will have */
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
