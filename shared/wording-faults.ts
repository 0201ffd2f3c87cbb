import { isFact, token, tokensOf, wordNames } from './wording.ts';

/** Validation of texts in `content/`: for the build and the tests, not in any page's bundle. */

/** Words that have a token, written out. "program" always means a course of study; for software the texts say "code". */
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

/** A text's first spelling or token fault, as a sentence for the writer; undefined for a valid text. */
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
