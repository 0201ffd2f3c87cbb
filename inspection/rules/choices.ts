import { aboutMembers } from '../../shared/conditions.ts';
import type { Problem, SiteFacts } from '../finding.ts';
import { closest } from '../closest.ts';
import { hiding } from '../deciding-attributes.ts';
import { nearest, prefix, readOwn, type PageTree } from '../page-tree.ts';
import { isPlaceholder } from '../placeholder.ts';
import type { ProblemId } from '../problems.ts';
import type { Page, Part } from './page-part.ts';

/** What buttons and forms say of plans and prices. */

interface Kind {
  name: 'plan' | 'price';
  idPrefix: string;
  known: (site: SiteFacts) => readonly string[];
  ids: Record<'suffix' | 'value' | 'unknown' | 'leadsNowhere', ProblemId>;
}

const kinds: readonly Kind[] = [
  {
    name: 'plan',
    idPrefix: 'pln_',
    known: ({ plans }) => plans.filter(({ prices }) => prices.length === 0).map(({ id }) => id),
    ids: {
      suffix: 'broken-plan-suffix',
      value: 'broken-plan-button',
      unknown: 'incorrect-plan-id',
      leadsNowhere: 'plan-without-action',
    },
  },
  {
    name: 'price',
    idPrefix: 'prc_',
    known: ({ plans }) => plans.flatMap(({ prices }) => prices.map(({ id }) => id)),
    ids: {
      suffix: 'broken-price-suffix',
      value: 'broken-price-button',
      unknown: 'incorrect-price-id',
      leadsNowhere: 'price-without-action',
    },
  },
];

const suffixes = ['add', 'update', 'remove'];

/** `plan`, `plan:anything`, and what people write in place of the colon. */
const isAbout = ({ name }: Kind, attribute: string): boolean =>
  attribute.startsWith(name) &&
  (attribute === name || attribute[name.length] === ':' || suffixes.some((each) => attribute === `${name}-${each}`));

interface Choice {
  kind: Kind;
  /** Without the prefix. */
  name: string;
  attribute: string;
}

const choicesOf = ({ names }: Pick<Part<unknown>, 'names'>): Choice[] =>
  kinds.flatMap((kind) =>
    names.filter((name) => isAbout(kind, name)).map((name) => ({ kind, name, attribute: prefix + name })),
  );

/** Whether a part adds, changes or removes a plan or a price, rightly or not. */
export const makesChoice = ({ names }: Pick<Part<unknown>, 'names'>): boolean =>
  names.some((name) => kinds.some((kind) => isAbout(kind, name)));

/** At most one problem for each attribute: the first thing to mend. */
export function inspectChoices<E>(page: Page<E>, part: Part<E>): Problem<E>[] {
  const { element, names, form } = part;
  const choices = choicesOf(part);
  if (choices.length > 0 && names.includes('auth-provider')) {
    const { attribute } = choices[0]!;
    const place = form === undefined ? 'a sign-up form, and put the button in that form' : 'the form around the button';
    const message = `A social button can not carry ${attribute}. Put it on ${place}.`;
    return [{ id: 'plan-on-social-auth', element, attribute, message }];
  }
  return choices.flatMap((choice) => {
    const wrong = faultOf(page, element, choice);
    return wrong ? [{ ...wrong, element, attribute: choice.attribute }] : [];
  });
}

/** Choices that are right and lead on, by the part they were read from: a part is read anew when its element changes. */
const rightChoices = new WeakMap<Part<unknown>, readonly Choice[]>();

function rightChoicesOf<E>(page: Page<E>, part: Part<E>): readonly Choice[] {
  const known = rightChoices.get(part);
  if (known) return known;
  const right = choicesOf(part).filter(
    (choice) =>
      /:(?:add|update)$/.test(choice.name) &&
      readOwn(page.tree, part.element, choice.name)!.trim() !== '' &&
      !faultOf(page, part.element, choice),
  );
  rightChoices.set(part, right);
  return right;
}

/** Whether a choice that is right leads a visitor on: a matter of what stands in the element, too. */
export function inspectWayOn<E>(page: Page<E>, part: Part<E>): Problem<E>[] {
  const { element, names } = part;
  if (names.includes('auth-provider')) return [];
  const right = rightChoicesOf(page, part);
  if (right.length === 0 || leadsOn(page, part)) return [];
  return right.map(({ kind, attribute }) => ({
    id: kind.ids.leadsNowhere,
    element,
    attribute,
    message: 'A visitor who presses this gets no further: add a link, or data-ms-modal="signup".',
  }));
}

type Fault = Pick<Problem<never>, 'id' | 'message' | 'title' | 'instead'>;

function faultOf<E>({ tree, site }: Page<E>, element: E, { kind, name }: Choice): Fault | undefined {
  const { ids, idPrefix } = kind;
  const suffix = suffixes.find((each) => name === `${kind.name}:${each}`);
  const value = readOwn(tree, element, name)!;
  if (!suffix)
    return {
      id: ids.suffix,
      message: `${prefix}${name} does nothing: write ${prefix}${kind.name}:add, :update or :remove.`,
      instead: { name: `${kind.name}:${suffixes.find((each) => name.endsWith(each)) ?? 'add'}`, value },
    };
  // An empty value is told once for every attribute.
  if (value.trim() === '' || isPlaceholder(value)) return undefined;
  if (kind.name === 'price' && suffix === 'remove')
    return value === 'all'
      ? undefined
      : {
          id: ids.value,
          message: `${prefix}${name} takes "all", not "${value}".`,
          instead: { name, value: 'all' },
        };
  const given = value.split(',').map((each) => each.trim());
  const noId = given.find((each) => !each.startsWith(idPrefix));
  if (noId !== undefined)
    return { id: ids.value, message: `"${noId}" is no ${kind.name} id: those begin with ${idPrefix}.` };
  if (kind.name === 'price' && given.length > 1)
    return {
      id: ids.value,
      title: 'One price at a time',
      message: `${prefix}${name} takes one price: of these only "${given[0]}" would be paid.`,
      instead: { name, value: given[0]! },
    };
  const unknown = site && given.find((each) => !kind.known(site).includes(each));
  if (unknown === undefined) return undefined;
  const meant = closest(unknown, kind.known(site!));
  const instead = meant && { name, value: given.map((each) => (each === unknown ? meant : each)).join() };
  return { id: ids.unknown, ...aboutUnknown(name, kind, unknown, site!), ...(instead && { instead }) };
}

function aboutUnknown(
  attribute: string,
  { name }: Kind,
  id: string,
  { plans }: SiteFacts,
): Pick<Fault, 'message' | 'title'> {
  const paid = name === 'plan' && plans.find((plan) => plan.id === id);
  if (!paid) return { message: `Your site has no ${name} "${id}".` };
  const instead =
    attribute === 'plan:remove'
      ? 'members end it with a button that has data-ms-action="customer-portal"'
      : 'choose one of its prices with data-ms-price:add';
  const message = `"${id}" is the plan ${paid.name}, which costs something: ${instead}.`;
  return { message, title: 'This plan is not free' };
}

const signingIn = ['signup', 'login', 'passwordless-signup', 'passwordless-login'];

/** Whether a press takes a visitor on: a link, a dialog, the sending of a form, or no visitor ever sees it. */
function leadsOn<E>(page: Page<E>, { element, names, form, formKind }: Part<E>): boolean {
  const { tree } = page;
  if (names.includes('modal') || names.includes('form')) return true;
  const isLink = (each: E) =>
    tree.name(each) === 'a' && !/^(?:#|javascript:.*)?$/i.test((tree.read(each, 'href') ?? '').trim());
  if (nearest(tree, element, isLink)) return true;
  for (const each of tree.within(element)) if (isLink(each)) return true;
  // A choice in a form that signs in goes along when that is sent.
  if (formKind !== undefined && signingIn.includes(formKind)) return true;
  const sends = ['button', 'input'].includes(tree.name(element)) && tree.read(element, 'type') !== 'button';
  const leadsTo = (each: E) => tree.name(each) === 'form' && (tree.read(each, 'action') ?? '').trim() !== '';
  if (sends && (form !== undefined || nearest(tree, element, leadsTo))) return true;
  return nearest(tree, element, (each) => isForMembers(tree, each)) !== undefined || isPressedByScript(page, element);
}

/** Whether only a script can press an element: it is hidden, or a script clicks it by its id. */
function isPressedByScript<E>({ tree, isSpokenOf }: Page<E>, element: E): boolean {
  const isHidden = (each: E) =>
    Object.entries(hiding).some(([attribute, hides]) => {
      const value = tree.read(each, attribute);
      return value !== null && hides(value);
    });
  if (nearest(tree, element, isHidden)) return true;
  const id = tree.read(element, 'id') ?? '';
  return id !== '' && isSpokenOf('.click(') && (isSpokenOf(`#${id}`) || isSpokenOf(`'${id}'`) || isSpokenOf(`"${id}"`));
}

/** Whether no visitor ever sees an element; one with `data-ms-bind:…` stays for everybody. */
function isForMembers<E>(tree: PageTree<E>, element: E): boolean {
  const condition = readOwn(tree, element, 'content') ?? '';
  const stays = ['bind:style', 'bind:class'].some((each) => readOwn(tree, element, each) !== null);
  if (condition === '' || stays) return false;
  return !condition.startsWith('!') || aboutMembers.includes(condition.slice(1).trim());
}
