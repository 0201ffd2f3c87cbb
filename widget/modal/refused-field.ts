import type { RequestError } from '../../client/membership.ts';

/** Which fields a refusal is about where it names none, by what its code begins with: the first that a form has. */
const byCode: [RegExp, string[]][] = [
  [/^(invalid-email|email-already|domain-not)/, ['email']],
  [/^invalid-.+-code$/, ['token']],
  [/^invalid-password$/, ['old']],
  [/^invalid-password-/, ['new', 'password']],
];

/** @returns the field of a form that the service refuses, undefined where it speaks of none of them */
export function refusedField(
  { code = '', field }: Partial<Pick<RequestError, 'code' | 'field'>>,
  form: HTMLFormElement,
): HTMLInputElement | undefined {
  const keys = field?.split('.').slice(-1) ?? byCode.find(([pattern]) => pattern.test(code))?.[1] ?? [];
  const inputs = [...form.querySelectorAll('input')];
  // Fields of a site have a colon before their key.
  return inputs.find(({ name }) => keys.includes(name.split(':').at(-1)!));
}
