import { defaultPartner, partners, type Partner } from './partners.ts';

/**
 * The language of page content: text with words in braces, "{Enrol} now", that become the partner's own, so that one
 * text serves partners who spell differently.
 */

const wordNames: readonly string[] = [...Object.keys(partners[defaultPartner].words), 'partner'];
const token = /\{([^{}]*)\}/g;
/** Words that have a token, written out; a computer is told what to do by "code" here, never by a program. */
const bareWord = /\b(?:un|re)?enrol[a-z]*|\bprogram(?:me|mes|s)?\b/i;
/** English words our partners do not spell alike, in either spelling. */
const disputedWord = new RegExp(
  [
    String.raw`\b(?:colo|behavio|favo|labo|neighbo|hono|endeavo|rigo)u?r(?:s|ed|ing|al|ite|able)?\b`,
    String.raw`\b(?:organ|recogn|optim|real|summar|priorit|special|visual|minim|maxim|custom|author|general|normal|util|emphas|categor|final)i[sz](?:es?|ed|ing|ations?)\b`,
    String.raw`\banaly[sz](?:e|es|ed|ing)\b`,
    String.raw`\b(?:defen[cs]e|offen[cs]e|licen[cs]e|practise|practi[sc]e(?=d)|practi[sc]ing|cent(?:re|er)|metre|theat(?:re|er)|catalog(?:ue)?)[sd]?\b`,
    String.raw`\b(?:model|label|travel|cancel|signal)l?(?:ed|ing|er)\b`,
    String.raw`\b(?:fulfill?|skill?ful|gr[ae]y|judge?ment|learn[t]|whilst|cheque|draught|tyre)\b`,
  ].join('|'),
  'i',
);

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

/** What would read wrongly at some partner, as a sentence for whoever writes; undefined where all is well. */
export function findWordingFault(text: string): string | undefined {
  if (text.trim() !== text || text === '') return 'there is no text, or there are spaces around it';
  const plain = text.replace(token, '');
  if (/[{}]/.test(plain)) return 'a brace stands alone';
  const unknown = tokensOf(text).find((name) => !wordNames.includes(name) && !isFact(name));
  if (unknown !== undefined)
    return `{${unknown}} is no word; there are ${wordNames.map((name) => `{${name}}`).join(' ')}`;
  const bare = bareWord.exec(plain)?.[0];
  if (bare !== undefined)
    return `"${bare}" is spelled differently by partners; write {enrol}, {enrolment}, {program} …`;
  const disputed = disputedWord.exec(plain)?.[0];
  return disputed && `"${disputed}" is not spelled alike in all countries; use another word`;
}

/** What stands in braces in a text. */
export const tokensOf = (text: string): string[] => [...text.matchAll(token)].map(([, name]) => name!);

/** Facts have a home elsewhere and are named by group and name: `{price.full}`. */
const isFact = (name: string) => name.includes('.');

/**
 * Puts facts in place of their names.
 *
 * @param facts by name: `price.full`
 * @param onUnknown told of a name nobody knows, with the path to the text
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
