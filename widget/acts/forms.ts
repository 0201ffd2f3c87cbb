import type { FormPage } from '../page/forms.ts';
import { all, having, read, readPlain, styleOf, write, writePlain } from '../page/dom.ts';
import { idsIn } from '../page/cart.ts';
import { customFieldsIn, readFields } from '../page/fields.ts';
import { goTo, onSite } from '../page/redirect.ts';

/** What the forms of a page do, by the value of `data-ms-form`. Fetched with the first of them. */

interface Sent extends FormPage {
  form: HTMLElement;
  values: Map<string, string | boolean>;
  text: (name: string) => string;
}

/** @returns the sentence to tell, if there is one */
type Act = (sent: Sent) => Promise<string | undefined | void>;

const sentenceIn = (answer: { _internalUseOnly?: { message: string } }) => answer._internalUseOnly?.message;
const withGroups = { includeContentGroups: true };

const acts: Record<string, Act> = {
  async login({ membership, text, afterSignIn, form }) {
    const credentials = { email: text('email'), password: text('password') };
    const { data } = await membership.loginMemberEmailPassword(credentials, withGroups);
    await afterSignIn(data.redirect, form);
  },

  async signup(sent) {
    const { membership, text, afterSignIn, form } = sent;
    const person = { email: text('email'), password: text('password') };
    const { data } = await membership.signupMemberEmailPassword({ ...person, ...(await newcomer(sent)) }, withGroups);
    await afterSignIn(data.redirect, form);
  },

  async profile({ membership, text, values }) {
    const email = text('email');
    if (email && email !== membership.knownMember()?.auth.email) await membership.updateMemberAuth({ email });
    return sentenceIn(await membership.updateMember({ customFields: customFieldsIn(values) }));
  },

  email: async ({ membership, text }) => sentenceIn(await membership.updateMemberAuth({ email: text('email') })),

  async password({ membership, text, form }) {
    const newPassword = text('new-password') || text('password');
    const { data } = await membership.getCurrentMember();
    const answer =
      data && !data.auth.hasPassword
        ? await membership.setPassword({ password: newPassword })
        : await membership.updateMemberAuth({ oldPassword: text('current-password'), newPassword });
    (form as HTMLFormElement).reset();
    return sentenceIn(answer);
  },

  async 'forgot-password'({ membership, text, form }) {
    const answer = await membership.sendMemberResetPasswordEmail({ email: text('email') });
    goTo(ownRedirect(form));
    return answer.data;
  },

  async 'reset-password'({ membership, text, form }) {
    const email = text('email');
    const answer = await membership.resetMemberPassword({
      token: text('token').trim(),
      newPassword: text('new-password') || text('password'),
      ...(email ? { email } : {}),
    });
    goTo(ownRedirect(form));
    return sentenceIn(answer);
  },

  async 'passwordless-login'(sent) {
    const { membership, text, afterSignIn, form } = sent;
    const email = text('email');
    if (!hasCode(form)) return askForCode(form, membership.sendMemberLoginPasswordlessEmail({ email }));
    const proof = { email, passwordlessToken: text('token').trim() };
    const { data } = await membership.loginMemberPasswordless(proof, withGroups);
    return afterSignIn(data.redirect, form);
  },

  async 'passwordless-signup'(sent) {
    const { membership, text, afterSignIn, form } = sent;
    const email = text('email');
    if (!hasCode(form)) return askForCode(form, membership.sendMemberSignupPasswordlessEmail({ email }));
    const proof = { email, passwordlessToken: text('token').trim() };
    const { data } = await membership.signupMemberPasswordless({ ...proof, ...(await newcomer(sent)) }, withGroups);
    return afterSignIn(data.redirect, form);
  },
};

/**
 * Sends a form of the page.
 *
 * @returns the sentence to tell, if there is one
 * @throws what the service refuses, once the field it is about has been marked
 */
export async function sendForm(form: HTMLElement, page: FormPage): Promise<string | undefined> {
  const act = acts[read(form, 'form')!]!;
  const values = readFields(form);
  for (const field of all(form, '[aria-invalid]')) writePlain(field, 'aria-invalid', 'false');
  try {
    return (await act({ ...page, form, values, text: (name) => String(values.get(name) ?? '') })) ?? undefined;
  } catch (error) {
    markWrongField(form, (error as { code?: string }).code ?? '');
    throw error;
  }
}

/** What somebody who signs up brings along beside who they are. */
async function newcomer({ form, values, cart, getCaptchaToken }: Sent) {
  const onForm = idsIn('plan', read(form, 'plan:add') ?? read(form, 'plan:update'));
  const plans = onForm.length > 0 ? onForm : cart.read('plan');
  const inviteToken = new URLSearchParams(location.search).get('inviteToken');
  const captchaToken = await getCaptchaToken();
  return {
    customFields: customFieldsIn(values),
    plans: plans.map((planId) => ({ planId })),
    ...(inviteToken ? { inviteToken } : {}),
    ...(captchaToken ? { captchaToken } : {}),
  };
}

const hasCode = (form: Element) => read(form, 'code-sent') !== null;

/** First the address, then the code that was mailed to it. The second part of the form waits for the first. */
async function askForCode(form: HTMLElement, asking: Promise<unknown>): Promise<string> {
  await asking;
  write(form, 'code-sent', '');
  for (const part of all(form, having('passwordless', 'step-2'))) styleOf(part).display = 'block';
  for (const button of all(form, having('passwordless-button'))) {
    const label = read(button, 'passwordless-button')!;
    if (button instanceof HTMLInputElement) button.value = label;
    else button.textContent = label;
  }
  all(form, having('member', 'token'))[0]?.focus();
  return 'We sent you a code. It should arrive within 30 seconds.';
}

const ownRedirect = (form: Element) => onSite(readPlain(form, 'redirect') ?? readPlain(form, 'data-redirect'));

/** Which field a refusal is about, by what its code begins with. */
const wrongFields: [RegExp, string[]][] = [
  [/^(invalid-email|email-already|domain-not)/, ['email']],
  [/^invalid-(reset|passwordless)/, ['token']],
  [/^invalid-password$/, ['current-password', 'password']],
  [/^invalid-password-/, ['new-password', 'password']],
];

function markWrongField(form: HTMLElement, code: string): void {
  const names = wrongFields.find(([pattern]) => pattern.test(code))?.[1] ?? [];
  const [field] = names.flatMap((name) => all(form, having('member', name)));
  if (!field) return;
  writePlain(field, 'aria-invalid', 'true');
  field.focus();
}
