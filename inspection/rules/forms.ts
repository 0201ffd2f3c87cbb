import { commentForms } from '../../shared/attributes.ts';
import type { Problem } from '../finding.ts';
import { around, prefix, readOwn, type PageTree } from '../page-tree.ts';
import { isPlaceholder } from '../placeholder.ts';
import type { ProblemId } from '../problems.ts';
import type { Page, Part } from './page-part.ts';

/** What stands in forms of the page's own, and what has to. */

interface Judged {
  id: ProblemId;
  words: string;
}

/** Kinds of forms are an author's words: names that every object has are among them. */
const pictureIn = new Map<string | undefined, Judged>([
  ['profile', { id: 'image-inside-profile-form', words: 'profile form' }],
  ['signup', { id: 'image-inside-signup-form', words: 'sign-up form' }],
  ...commentForms.map((kind): [string, Judged] => [kind, { id: 'image-inside-comment-form', words: 'comment form' }]),
]);

export function inspectPicture<E>({ tree }: Page<E>, { element, formKind }: Part<E>): Problem<E>[] {
  const place = pictureIn.get(formKind);
  if (!place || readOwn(tree, element, 'action') !== 'profile-image') return [];
  const message = `The button for the profile picture can not stand in a ${place.words}: move it out of the form.`;
  return [{ id: place.id, element, attribute: `${prefix}action`, message }];
}

const loginFields = ['email', 'password'];

/** Components of JSX and other languages that render a field: `<Form.Control>`, `<TextField>`. */
const component = /[-.]|(?:input|field|control|select|textarea)$/;

/** Words on the page may be marked, too; a field is an input, a custom element of the page's builder, or a component. */
export const isField = (name: string): boolean => component.test(name);

export function inspectLoginField<E>({ tree }: Page<E>, { element, formKind, names }: Part<E>): Problem<E>[] {
  if (formKind !== 'login' || !names.includes('member') || !isField(tree.name(element))) return [];
  const name = readOwn(tree, element, 'member')!.trim();
  if (name === '' || loginFields.includes(name) || isPlaceholder(name)) return [];
  const meant = loginFields.find((each) => each === name.toLowerCase());
  const message = meant
    ? `Write data-ms-member="${meant}", in small letters: "${name}" is not sent.`
    : `A log-in form takes email and password only: "${name}" is not sent.`;
  const instead = meant && { name: 'member', value: meant };
  return [{ id: 'extra-login-elements', element, attribute: `${prefix}member`, message, ...(instead && { instead }) }];
}

const needsFields = new Map<string, Judged>([
  ['login', { id: 'missing-login-elements', words: 'log-in form' }],
  ['signup', { id: 'missing-signup-elements', words: 'sign-up form' }],
]);

export function inspectForm<E>(page: Page<E>, part: Part<E>): Problem<E>[] {
  const { tree } = page;
  const { element, names } = part;
  if (!names.includes('form')) return [];
  const kind = readOwn(tree, element, 'form')!.trim();
  const attribute = `${prefix}form`;
  if (kind === '') return [];
  if (tree.name(element) !== 'form') {
    const message = `data-ms-form="${kind}" stands on a ${tree.name(element)}: move it to the form element.`;
    return [{ id: 'misplaced-form-attribute', element, attribute, message }];
  }
  const needs = needsFields.get(kind);
  const missing = needs ? missingFields(page, element) : [];
  if (missing.length > 0) {
    const message = `This ${needs!.words} lacks ${missing.map((name) => `data-ms-member="${name}"`).join(' and ')}.`;
    return [{ id: needs!.id, element, attribute, message }];
  }
  return kind === 'forgot-password' && !hasRedirect(page, element)
    ? [{ id: 'missing-redirect', element, attribute, message: 'Nobody is led to where the mailed code is typed.' }]
    : [];
}

/** @returns the fields that are not there; none where a provider can be chosen instead */
function missingFields<E>({ tree, partsIn }: Page<E>, form: E): string[] {
  const inside = partsIn(form);
  if (inside.some(({ names }) => names.includes('auth-provider'))) return [];
  const fields = inside.filter(({ element }) => isField(tree.name(element)));
  const isGiven = (name: string) =>
    fields.some(({ element }) => readOwn(tree, element, 'member') === name || isFilledIn(tree, element));
  return loginFields.filter((name) => !isGiven(name));
}

/** A template language may name any field there. */
const isFilledIn = <E>(tree: PageTree<E>, element: E) => isPlaceholder(readOwn(tree, element, 'member') ?? '');

/** Said by the form or by what is pressed in it. */
function hasRedirect<E>({ tree, partsIn }: Page<E>, form: E): boolean {
  const says = (element: E, attribute: string) => (tree.read(element, attribute) ?? '').trim() !== '';
  return (
    ['redirect', 'data-redirect', 'data-ms-redirect'].some((each) => says(form, each)) ||
    partsIn(form).some((each) => says(each.element, 'data-ms-redirect'))
  );
}

/** The nearest form of ours around an element, or the element itself. */
export function formOf<E>({ tree }: Pick<Page<E>, 'tree'>, element: E): E | undefined {
  return readOwn(tree, element, 'form') === null ? around(tree, element, 'form') : element;
}
