import type { FormKind, MemberWord } from '../../shared/attributes.ts';
import type { Problem } from '../finding.ts';
import { nearest, prefix, readOwn, type PageTree } from '../page-tree.ts';
import { isPlaceholder } from '../placeholder.ts';
import { isField } from './forms.ts';
import type { Page, Part } from './page-part.ts';

/** Fields that are not sent, or not as they look, and forms that lack one. */

const attribute = `${prefix}member`;
const nativeFields = ['input', 'select', 'textarea'];

export const isStrayField = <E>(tree: PageTree<E>, { element, names, form }: Part<E>): boolean =>
  form === undefined && names.includes('member') && nativeFields.includes(tree.name(element));

/** A field in no form of ours is neither filled nor sent; a word on the page is shown wherever it stands. */
export function inspectStrayField<E>({ tree, isSpokenOf }: Page<E>, part: Part<E>): Problem<E>[] {
  if (!isStrayField(tree, part)) return [];
  const { element } = part;
  const name = readOwn(tree, element, 'member')!;
  if (name.trim() === '' || isSpokenOf(attribute)) return [];
  const isInOther = nearest(tree, element, (each) => tree.name(each) === 'form') !== undefined;
  const message = isInOther
    ? `The form around the field "${name}" has no data-ms-form: the field is neither filled nor sent to us.`
    : `The field "${name}" stands in no form with data-ms-form: it is neither filled nor sent.`;
  return [{ id: 'field-outside-form', element, attribute, message }];
}

/** Which of our own fields a kind of form sends, beside those of the site. Log-in forms have a rule of their own. */
const sent: Partial<Record<FormKind, readonly MemberWord[]>> = {
  signup: ['email', 'password'],
  profile: ['email'],
  email: ['email'],
  password: ['current-password', 'new-password', 'password'],
  'forgot-password': ['email'],
  'reset-password': ['token', 'new-password', 'password', 'email'],
  'passwordless-login': ['email', 'token'],
  'passwordless-signup': ['email', 'token'],
};
const typed: readonly string[] = [
  'email',
  'password',
  'current-password',
  'new-password',
  'token',
] satisfies MemberWord[];

/** Kinds that send the fields of the site, too. */
const withSiteFields: readonly string[] = ['signup', 'profile', 'passwordless-signup'] satisfies FormKind[];

export function inspectUnsentField<E>({ tree }: Page<E>, { element, names, formKind = '' }: Part<E>): Problem<E>[] {
  if (!names.includes('member') || !isField(tree.name(element))) return [];
  const takes = Object.hasOwn(sent, formKind) ? sent[formKind as FormKind] : undefined;
  const name = readOwn(tree, element, 'member')!;
  if (!takes || takes.includes(name as MemberWord) || name.trim() === '' || isPlaceholder(name)) return [];
  if (withSiteFields.includes(formKind) && !typed.includes(name)) return [];
  const message = `A form of the kind "${formKind}" does not send "${name}". Of ours it takes ${takes.join(', ')}.`;
  return [{ id: 'unsent-field', element, attribute, message }];
}

/** What each kind of form needs; of several in a row one is enough. Log-in and sign-up have rules of their own. */
const needed: Partial<Record<FormKind, readonly (readonly MemberWord[])[]>> = {
  email: [['email']],
  password: [['new-password', 'password']],
  'forgot-password': [['email']],
  'reset-password': [['token'], ['new-password', 'password']],
  'passwordless-login': [['email'], ['token']],
  'passwordless-signup': [['email'], ['token']],
};
const without: Partial<Record<MemberWord, string>> = {
  token: 'The mailed code can be typed nowhere',
  email: 'The address can be typed nowhere',
  'new-password': 'The new password can be typed nowhere',
};

/** What is wrong with a form because of the fields in it. */
export function inspectFields<E>(page: Page<E>, { element, names, formKind }: Part<E>): Problem<E>[] {
  const { tree } = page;
  if (!names.includes('form') || tree.name(element) !== 'form') return [];
  const fields = page
    .partsIn(element)
    .filter((each) => each.names.includes('member') && isField(tree.name(each.element)));
  return [
    ...missingFields(page, element, formKind!, fields),
    ...repeatedFields(tree, element, fields),
    ...codeAtOnce(page, element, formKind!, fields),
  ];
}

function missingFields<E>({ tree }: Page<E>, form: E, kind: string, fields: readonly Part<E>[]): Problem<E>[] {
  const here = new Set(fields.map(({ element }) => readOwn(tree, element, 'member')!));
  // What a template fills in may be any of them.
  if (!Object.hasOwn(needed, kind) || [...here].some(isPlaceholder)) return [];
  return needed[kind as FormKind]!.filter((some) => !some.some((name) => here.has(name))).map(([name]) => ({
    id: 'missing-form-elements',
    element: form,
    attribute: `${prefix}form`,
    message: `${without[name!]!}: this form lacks ${attribute}="${name}".`,
  }));
}

/** Of several fields with one name the last counts. Boxes and radio buttons make up one field together. */
function repeatedFields<E>(tree: PageTree<E>, form: E, fields: readonly Part<E>[]): Problem<E>[] {
  const first = new Map<string, E>();
  return fields.flatMap(({ element }) => {
    const name = readOwn(tree, element, 'member')!;
    if (['checkbox', 'radio'].includes(tree.read(element, 'type') ?? '') || isPlaceholder(name)) return [];
    // Of two fields under different conditions one is taken out of the page.
    const key = `${name} ${conditionsAround(tree, element, form).join()}`;
    if (!first.has(key)) {
      first.set(key, element);
      return [];
    }
    const isSecret = name.endsWith('password');
    const more = isSecret ? ' Leave the attribute off the field that asks for it once more.' : '';
    const message = `"${name}" stands in this form twice: only what is typed here is sent.${more}`;
    return [{ id: 'repeated-field' as const, element, attribute, message }];
  });
}

function conditionsAround<E>(tree: PageTree<E>, element: E, form: E): string[] {
  const found: string[] = [];
  for (let at: E | null = element; at !== null && at !== form; at = tree.parent(at))
    found.push(readOwn(tree, at, 'content') ?? '');
  return found.filter((each) => each !== '');
}

/** Where the field of a code is not the second step of the form, it is asked for before there is one. */
function codeAtOnce<E>({ tree }: Page<E>, form: E, kind: string, fields: readonly Part<E>[]): Problem<E>[] {
  const code = fields.find(({ element }) => readOwn(tree, element, 'member') === 'token')?.element;
  if (!kind.startsWith('passwordless-') || code === undefined) return [];
  const step = nearest(tree, code, (each) => each === form || readOwn(tree, each, 'passwordless') !== null);
  if (step !== form) return [];
  const message =
    'The code is asked for before it has been mailed: put data-ms-passwordless="step-2" around its field.';
  return [{ id: 'missing-second-step', element: code, attribute, message }];
}
