import { defaultPartner, partners, type Partner } from './partners.ts';

/**
 * The language of page content: text with words in braces, "{Enrol} now", that become the partner's own, so that one
 * text serves partners who spell differently.
 */

/** What may stand in braces for a partner's word. */
export const wordNames: readonly string[] = [...Object.keys(partners[defaultPartner].words), 'partner'];
/** A name in braces. */
export const token = /\{([^{}]*)\}/g;

/**
 * Puts the partner's words into a text, or into every text of a list or an object.
 *
 * @returns the same shape; what is no text stays as it is
 */
export function inWords<T>(content: T, partner: Pick<Partner, 'code' | 'words'>): T {
  return mapTexts(content, (text) =>
    text.replace(token, (whole, name: string) => {
      if (name === 'partner') return partner.code.toUpperCase();
      return wordNames.includes(name) ? partner.words[name as keyof Partner['words']] : whole;
    }),
  );
}

/** What stands in braces in a text. */
export const tokensOf = (text: string): string[] => [...text.matchAll(token)].map(([, name]) => name!);

/** Facts have a home elsewhere and are named by group and name: `{price.full}`. */
export const isFact = (name: string) => name.includes('.');

/**
 * Puts facts in place of their names.
 *
 * @param facts by name: `price.full`
 * @param onUnknown told of an unknown name, with the path to the text
 */
export function withFacts<T>(
  content: T,
  facts: ReadonlyMap<string, string>,
  onUnknown: (name: string, path: readonly PropertyKey[]) => void,
): T {
  return mapTexts(content, (text, path) =>
    text.replace(token, (whole, name: string) => {
      if (isFact(name) && !facts.has(name)) onUnknown(name, path);
      return facts.get(name) ?? whole;
    }),
  );
}

type Step = (text: string, path: readonly PropertyKey[]) => string;

function mapTexts<T>(content: T, change: Step, path: readonly PropertyKey[] = []): T {
  if (typeof content === 'string') return change(content, path) as T;
  if (Array.isArray(content)) return content.map((item, at) => mapTexts<unknown>(item, change, [...path, at])) as T;
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, mapTexts<unknown>(value, change, [...path, key])]),
  ) as T;
}
