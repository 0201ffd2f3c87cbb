import {
  authorAttributes,
  contentWords,
  installAttributes,
  memberWords,
  modalWords,
  ownAttributes,
  type AuthorAttribute,
} from '../../shared/attributes.ts';
import { closest, squeezed } from '../closest.ts';
import type { Problem, SiteFacts, Writing } from '../finding.ts';
import { inAnyCase, knownValues } from '../known-values.ts';
import { idsIn } from '../ignoring.ts';
import { foreignNames, isSnippetWord, meantValues, olderWord } from '../meant-words.ts';
import { prefix, readOwn } from '../page-tree.ts';
import { isPlaceholder } from '../placeholder.ts';
import { isProblemId, type ProblemId } from '../problems.ts';
import { makesChoice } from './choices.ts';
import type { Page, Part } from './page-part.ts';

/** Words that are not known: names of attributes, and values. */

const knownNames = new Set<string>([...authorAttributes, ...ownAttributes, ...installAttributes, ...foreignNames]);

/** Whether an attribute is written as no template language leaves it: letters, digits and what joins them. */
const isName = (name: string): boolean => /^[a-z0-9:._-]+$/.test(name);

/** Whether a part has attributes that are not ours. */
export const hasUnknownName = ({ names, strays }: Pick<Part<unknown>, 'names' | 'strays'>): boolean =>
  strays.length > 0 || names.some((name) => !knownNames.has(name));

/** Attributes that do not exist. One that a script of the page speaks of is that script's own. */
export function inspectNames<E>({ tree, isSpokenOf }: Page<E>, { element, names, strays }: Part<E>): Problem<E>[] {
  const unknown = names.filter((name) => !knownNames.has(name) && isName(name) && !makesChoice({ names: [name] }));
  const told: (Problem<E> | undefined)[] = [
    ...unknown.map((name) => {
      const attribute = prefix + name;
      return { element, attribute, ...faultOfName(name, attribute, tree.read(element, attribute) ?? '') };
    }),
    ...strays.map((attribute) => strayProblem(element, attribute, tree.read(element, attribute) ?? '')),
  ];
  return told.filter((each) => each !== undefined && !isSpokenOf(each.attribute!)) as Problem<E>[];
}

type Fault = Pick<Problem<never>, 'id' | 'message' | 'instead'>;

function faultOfName(name: string, attribute: string, value: string): Fault {
  if (isSnippetWord(attribute)) return snippetFault(attribute);
  const older = olderWord(name);
  if (older)
    return {
      id: 'older-word',
      message: `${attribute} is a word of an older service and does nothing here. ${older.mend}`,
      ...(older.instead && { instead: older.instead }),
    };
  const meant = closest(name, authorAttributes);
  if (!meant)
    return { id: 'unknown-attribute', message: `There is no attribute ${attribute}: nothing happens with it.` };
  return {
    id: 'unknown-attribute',
    message: `There is no attribute ${attribute}. Did you mean ${prefix}${meant}?`,
    instead: { name: meant, value },
  };
}

const snippetFault = (attribute: string): Fault => ({
  id: 'snippet-word',
  message: `${attribute} belongs to a collection of snippets: it does something only where the script of that snippet is on the page, and no script in this page speaks of it.`,
});

/** Attributes without `data-`; only those that are ours but for that, or a snippet's. */
function strayProblem<E>(element: E, attribute: string, value: string): Problem<E> | undefined {
  if (isSnippetWord(attribute)) return { element, attribute, ...snippetFault(attribute) };
  const name = attribute.replace(/^(?:data[_.]?)?ms[-_]?/, '');
  const older = name === 'field' ? { name: 'member', value } : olderWord(name)?.instead;
  const isOurs = authorAttributes.includes(name as AuthorAttribute);
  if (!isOurs && !older) return undefined;
  const instead = older ?? { name, value };
  return {
    id: 'unknown-attribute',
    element,
    attribute,
    message: `There is no attribute ${attribute}. Did you mean ${prefix}${instead.name}${instead.value && `="${instead.value}"`}?`,
    instead,
  };
}

/** Values that are none of the words an attribute takes, nor a key or provider of the site. */
export function inspectWords<E>({ tree, site }: Page<E>, { element, names }: Part<E>): Problem<E>[] {
  return names.flatMap((name) => {
    if (!knownNames.has(name)) return [];
    const value = readOwn(tree, element, name)!;
    const fault = isPlaceholder(value) ? undefined : faultOfValue(name as AuthorAttribute, value, site);
    return fault ? [{ element, attribute: prefix + name, ...fault }] : [];
  });
}

/** An empty value is told once for every attribute, as missing. */
function faultOfValue(name: AuthorAttribute, value: string, site: SiteFacts | undefined): Fault | undefined {
  const known = knownValues[name];
  if (known) return isAmong(known, name, value) ? undefined : unknownValue(name, value, known);
  if (value.trim() === '') return undefined;
  if (name === 'content') return faultOfContent(value, site);
  if (name === 'member' || name === 'post-creator' || name === 'thread-creator') return faultOfField(name, value, site);
  if (name === 'auth-provider') return faultOfProvider(value, site);
  if (name === 'ignore') return faultOfIgnore(value);
  if (name === 'channel-limit' && !/^\s*[1-9]\d*\s*$/.test(value))
    return { id: 'unknown-value', message: `${prefix}channel-limit takes a whole number, not "${value}".` };
  return undefined;
}

function faultOfIgnore(value: string): Fault | undefined {
  const unknown = idsIn(value).find((id) => !isProblemId(id));
  if (unknown === undefined) return undefined;
  const message = `The Inspector knows no problem "${unknown}". The documentation lists the ids of all of them.`;
  return { id: 'unknown-value', message };
}

const isAmong = (known: ReadonlySet<string>, name: AuthorAttribute, value: string): boolean =>
  known.has(value) ||
  // Where a value is needed, an empty one is told as missing.
  value.trim() === '' ||
  (inAnyCase.includes(name) && [...known].some((each) => each.toLowerCase() === value.toLowerCase()));

function unknownValue(name: AuthorAttribute, value: string, known: ReadonlySet<string>): Fault {
  const dialog = name === 'action' && closest(value, modalWords, 0);
  if (dialog)
    return {
      id: 'unknown-value',
      message: `${prefix}action knows no "${value}": nothing happens with it. Did you mean ${prefix}modal="${dialog}", which opens the dialog?`,
      ...writing('modal', dialog),
    };
  const meant = meantBy(name, value, known);
  const words = [...known].filter((each) => each !== '').join(', ');
  return {
    id: 'unknown-value',
    message: `${prefix}${name} knows no "${value}": nothing happens with it. ${meant ? `Did you mean "${meant}"?` : `Known are: ${words}.`}`,
    ...writing(name, meant),
  };
}

/** @param most edits to accept, where little is known of what else there may be */
function meantBy(name: AuthorAttribute, value: string, known: Iterable<string>, most?: number): string | undefined {
  const written = squeezed(value);
  const meant = meantValues[name];
  return (
    closest(value, known, 0) ??
    (meant && Object.hasOwn(meant, written) ? meant[written] : undefined) ??
    closest(value, known, most)
  );
}

const writing = (name: string, value: string | undefined): { instead?: Writing } =>
  value === undefined ? {} : { instead: { name, value } };

/** An unknown condition in `data-ms-content` hides the element from members and visitors alike. */
function faultOfContent(value: string, site: SiteFacts | undefined): Fault | undefined {
  const isOpposite = value.startsWith('!');
  const word = (isOpposite ? value.slice(1) : value).trim();
  const known = [...contentWords, ...(site?.contentGroups.map(({ key }) => key) ?? [])];
  if (known.includes(word)) return undefined;
  // Without the settings of the site any other word may be the key of a content group: free, paid and premium often are.
  const mayBeKey = !site && !isAboutSignIn(word);
  const meant = mayBeKey ? closest(word, known, 0) : meantBy('content', word, known);
  const isList = /[,\s]/.test(word) && word.split(/[,\s]+/).some((each) => known.includes(each.replace(/^!/, '')));
  if (!site && !meant && !isList) return undefined;
  const right = meant && (isOpposite ? opposite(meant) : meant);
  const why = isList
    ? 'It takes one word: put an element around this one for the second.'
    : right
      ? `Did you mean "${right}"?`
      : /^(?:pln|prc)_/.test(word)
        ? 'It takes no ids: make a content group for that plan in the settings of your site, and write its key.'
        : 'It takes a word of ours, or the key of a content group of your site.';
  return {
    id: 'unknown-content',
    message: `"${word}" is no condition and no content group of this site, so this is hidden from members and visitors alike. ${why}`,
    ...writing('content', isList ? undefined : right),
  };
}

/** Words for who is signed in, which no content group is called by. */
const isAboutSignIn = (word: string): boolean =>
  /^(?:(?:non|not)?members?|(?:logged|signed)(?:in|out))$/.test(squeezed(word));

const opposite = (word: string) => (word.startsWith('!') ? word.slice(1) : `!${word}`);

function faultOfField(
  name: 'member' | 'post-creator' | 'thread-creator',
  key: string,
  site: SiteFacts | undefined,
): Fault | undefined {
  const keys = site?.customFields.map((field) => field.key) ?? [];
  const known = name === 'member' ? [...memberWords, ...keys] : keys;
  const written = name === 'member' ? key : key.trim();
  if (known.includes(written)) return undefined;
  const meant = meantBy('member', key, known, site ? undefined : 0);
  if (!site && (!meant || name !== 'member')) return undefined;
  const right = meant !== undefined && known.includes(meant) ? meant : undefined;
  return {
    id: 'unknown-field',
    message: `Your site has no field "${key}". ${right ? `Did you mean "${right}"?` : 'Add it in the settings of your site, or write the key of a field there is.'}`,
    ...writing(name, right),
  };
}

/** Providers that many sites have. Without the settings of a site any other may be its own. */
const commonProviders = ['google', 'facebook', 'microsoft', 'github', 'linkedin', 'spotify', 'dribbble'];

function faultOfProvider(value: string, site: SiteFacts | undefined): Fault | undefined {
  const known = site?.authProviders.map(({ provider }) => provider) ?? commonProviders;
  if (known.includes(value.toLowerCase())) return undefined;
  const meant = closest(value, known);
  if (!site && !meant) return undefined;
  const others = known.length === 0 ? 'It has none.' : `It has: ${known.join(', ')}.`;
  return {
    id: 'unknown-provider' satisfies ProblemId,
    message: `Your site has no provider "${value}": the button opens nothing. ${meant ? `Did you mean "${meant}"?` : others}`,
    ...writing('auth-provider', meant),
  };
}
