import type { RequestError } from '../../client/membership.ts';
import type { FormKind } from '../../shared/attributes.ts';
import { all, erase, having, read, styleOf, write, writePlain } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import { customFieldsIn, readFields } from './fields.ts';
import { holdLaterSteps, readChanged, releaseLaterSteps } from './fill-forms.ts';
import { formRedirect } from './form-redirect.ts';
import { afterSignIn, offerNewPassword, orInDialog } from './journey.ts';
import { leadOn } from './lead-on.ts';

/** What the forms of a page do, by the value of `data-ms-form`. Fetched with the first of them. */

interface Sent {
  page: Page;
  membership: Page['membership'];
  form: HTMLElement;
  values: Map<string, string | boolean>;
  text: (name: string) => string;
}

/** @returns the sentence to tell, if there is one */
type Act = (sent: Sent) => Promise<string | undefined | void>;

const sentenceIn = (answer: { _internalUseOnly?: { message: string } }) => answer._internalUseOnly?.message;
const withGroups = { includeContentGroups: true };

const loggedIn = 'You are logged in.';
const signedUp = 'Your account is ready.';

const acts: Record<FormKind, Act> = {
  async login({ page, membership, text, form }) {
    const credentials = { email: text('email'), password: text('password') };
    const { data } = await orInDialog(page, 'login', membership.loginMemberEmailPassword(credentials, withGroups));
    return afterSignIn(page, data.redirect, form, loggedIn);
  },

  async signup(sent) {
    const { page, membership, text, form } = sent;
    const person = { email: text('email'), password: text('password') };
    try {
      const applied = { ...person, ...(await newcomer(sent)) };
      const { data } = await orInDialog(page, 'signup', membership.signupMemberEmailPassword(applied, withGroups));
      return await afterSignIn(page, data.redirect, form, signedUp);
    } catch (error) {
      const isKnown = (error as Partial<RequestError>).code === 'email-already-in-use';
      if (!isKnown || read(form, 'auth-allow-login') === null) throw error;
      return acts.login(sent);
    }
  },

  async profile({ page, membership, text, form }) {
    const email = text('email');
    const isOther = email && email !== membership.knownMember()?.auth.email;
    const { values, onStored } = readChanged(form);
    const answers = [await membership.updateMember({ customFields: customFieldsIn(values) })];
    onStored();
    // Last, because it needs a recent proof, which the fields do not. The new address waits for its confirmation.
    if (isOther) answers.push(await membership.updateMemberAuth({ email }));
    return leadOn(formRedirect(form, page), answers.map(sentenceIn).join(' '));
  },

  email: async ({ membership, text }) => sentenceIn(await membership.updateMemberAuth({ email: text('email') })),

  async password({ membership, text }) {
    const newPassword = text('new-password') || text('password');
    const { data } = await membership.getCurrentMember();
    const answer =
      data && !data.auth.hasPassword
        ? await membership.setPassword({ password: newPassword })
        : await membership.updateMemberAuth({ oldPassword: text('current-password'), newPassword });
    return sentenceIn(answer);
  },

  async 'forgot-password'({ page, membership, text, form }) {
    const answer = await membership.sendMemberResetPasswordEmail({ email: text('email') });
    return leadOn(formRedirect(form, page), answer.data);
  },

  async 'reset-password'({ page, membership, text, form }) {
    const email = text('email');
    const answer = await membership.resetMemberPassword({
      token: text('token').trim(),
      newPassword: text('new-password') || text('password'),
      ...(email ? { email } : {}),
    });
    return leadOn(formRedirect(form, page), sentenceIn(answer));
  },

  async 'passwordless-login'(sent) {
    const { page, membership, text, form } = sent;
    const email = text('email');
    if (!hasCode(sent)) return askForCode(form, email, membership.sendMemberLoginPasswordlessEmail({ email }));
    const [inviteToken] = page.cart.read('invite');
    const proof = { email, passwordlessToken: text('token').trim(), ...(inviteToken ? { inviteToken } : {}) };
    const { data } = await orInDialog(page, 'login', membership.loginMemberPasswordless(proof, withGroups));
    beginAgain(form);
    await offerNewPassword(page, data);
    return afterSignIn(page, data.redirect, form, loggedIn);
  },

  async 'passwordless-signup'(sent) {
    const { page, membership, text, form } = sent;
    const email = text('email');
    if (!hasCode(sent)) return askForCode(form, email, membership.sendMemberSignupPasswordlessEmail({ email }));
    const proof = { email, passwordlessToken: text('token').trim() };
    const applied = { ...proof, ...(await newcomer(sent)) };
    const { data } = await orInDialog(page, 'signup', membership.signupMemberPasswordless(applied, withGroups));
    beginAgain(form);
    return afterSignIn(page, data.redirect, form, signedUp);
  },

  comment: sendComment,
  post: sendComment,
  thread: sendComment,
};

async function sendComment({ page, form }: Sent): Promise<void> {
  await (await page.load('comments')).sendComment(form, page);
}

/**
 * Sends a form of the page.
 *
 * @returns the sentence to tell, if there is one
 * @throws what the service refuses, once the field it is about has been marked
 */
export async function sendForm(form: HTMLElement, page: Page): Promise<string | undefined> {
  const kind = read(form, 'form') as FormKind;
  const values = readFields(form);
  const text = (name: string) => String(values.get(name) ?? '');
  for (const field of all(form, '[aria-invalid]')) {
    writePlain(field, 'aria-invalid', 'false');
    field.removeAttribute('aria-description');
  }
  // What a form says of plans and prices is as good as a button pressed before.
  page.cart.take(form);
  const { membership } = page;
  const session = membership.getMemberCookie();
  const emptySecrets = () => {
    for (const field of all(form, secrets)) (field as HTMLInputElement).value = '';
  };
  try {
    const told = await acts[kind]({ page, membership, form, values, text });
    emptySecrets();
    return told ?? undefined;
  } catch (error) {
    // The log-in was right, and what follows it failed. A session that has ended is none: what was typed stays.
    const now = membership.getMemberCookie();
    if (now && now !== session) emptySecrets();
    markWrongField(form, error as Error);
    throw error;
  }
}

/** Secrets are removed from the page after use. */
const secrets = `input[type="password"],${having('member', 'token')}`;

/** What a sign-up sends beside address and password. */
async function newcomer({ page, values }: Sent) {
  const [inviteToken] = page.cart.read('invite');
  const captchaToken = await page.getCaptchaToken();
  return {
    customFields: customFieldsIn(values),
    plans: page.cart.read('plan').map((planId) => ({ planId })),
    ...(inviteToken ? { inviteToken } : {}),
    ...(captchaToken ? { captchaToken } : {}),
  };
}

/** A code counts for the address it was sent to; another address, or no code, asks for another one. */
const hasCode = ({ form, text }: Sent) => read(form, 'code-sent') === text('email') && text('token').trim() !== '';

/** First the address, then the code that was mailed to it. The second part of the form waits for the first. */
async function askForCode(
  form: HTMLElement,
  email: string,
  asking: Promise<{ mailAfterSeconds?: number }>,
): Promise<string> {
  const { mailAfterSeconds } = await asking;
  write(form, 'code-sent', email);
  releaseLaterSteps(form);
  for (const part of all(form, having('passwordless', 'step-2'))) styleOf(part).display = 'block';
  nameButtons(form, (button) => read(button, 'passwordless-button')!);
  all(form, having('member', 'token'))[0]?.focus();
  return mailAfterSeconds
    ? `The email with the code leaves in ${mailAfterSeconds} seconds.`
    : 'We sent you a code. It should arrive within 30 seconds.';
}

/** A code works once: the next log-in here begins with the address. */
function beginAgain(form: HTMLElement): void {
  erase(form, 'code-sent');
  holdLaterSteps(form);
  nameButtons(form, (button) => firstLabels.get(button)!);
}

/** What buttons said before the code was mailed. */
const firstLabels = new WeakMap<HTMLElement, string>();

function nameButtons(form: HTMLElement, labelOf: (button: HTMLElement) => string): void {
  for (const button of all(form, having('passwordless-button'))) {
    const place = button instanceof HTMLInputElement ? 'value' : 'textContent';
    const named = button as HTMLInputElement;
    if (!firstLabels.has(button)) firstLabels.set(button, named[place] ?? '');
    named[place] = labelOf(button);
  }
}

/** Which field a refusal is about, by what its code begins with. */
const wrongFields: [RegExp, string[]][] = [
  [/^(invalid-email|email-already|domain-not)/, ['email']],
  [/^invalid-(reset|passwordless)/, ['token']],
  [/^invalid-password$/, ['current-password', 'password']],
  [/^invalid-password-/, ['new-password', 'password']],
];

/** The field says itself what is wrong with it, to who hears it read out. */
function markWrongField(form: HTMLElement, { code = '', field: named, message }: Partial<RequestError> & Error): void {
  const key = named?.replace(/^customFields\./, '');
  const names = [...(key ? [key] : []), ...(wrongFields.find(([pattern]) => pattern.test(code))?.[1] ?? [])];
  const [field] = names.flatMap((name) => all(form, having('member', CSS.escape(name))));
  if (!field) return;
  // Left empty, it asks for another code.
  if (code.startsWith('invalid-passwordless')) field.removeAttribute('required');
  writePlain(field, 'aria-invalid', 'true');
  writePlain(field, 'aria-description', message);
  field.focus();
}
