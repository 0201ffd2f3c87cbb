import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { courseCodes } from '../../shared/courses.ts';
import { contentSchemas, type ContentName } from '../../shared/page-content.ts';
import { partnerCodes, partners } from '../../shared/partners.ts';
import { inWords, tokensOf } from '../../shared/wording.ts';
import { findWordingFault } from '../../shared/wording-faults.ts';
import { parseContent, readContent, readFacts, WrongContent } from './content.ts';

const names = Object.keys(contentSchemas) as ContentName[];

/** Every string in a value, at any depth. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn);

test('the files of the folder are exactly those that are read', () => {
  const files = readdirSync(new URL('../../content/', import.meta.url), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length));
  expect(files.toSorted()).toEqual(names.toSorted());
});

describe.each(names)('content/%s.yaml', (name) => {
  test.each(partnerCodes)('reads in the words of %s, and no brace is left', (code) => {
    const texts = textsIn(inWords(readContent(name), partners[code]));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /[{}]/.test(text))).toEqual([]);
    const { words } = partners[code];
    const foreign = words.Enrolment === 'Enrolment' ? /enroll/i : /enrol(?!l)/i;
    const otherProgram = words.program === 'program' ? /\bprogrammes?\b/i : /\bprograms?\b/i;
    expect(texts.filter((text) => foreign.test(text) || otherProgram.test(text))).toEqual([]);
  });
});

test('the questions carry the facts people decide by, in every partner’s words', () => {
  const faq = textsIn(readContent('faq')).join('\n');
  for (const fact of [
    'at least 18 years old',
    'within the first 2 weeks',
    'Missing over 20% of the sessions may affect your graduation',
    'for 6 months after you finish',
    'is 87%.',
    'Cyber Security: 85%',
    'Data Science & AI: 88%',
    'Software Engineering: 89%',
    'NZ$75,000 to NZ$120,000',
    'reply within 24 hours',
    'takes 30 minutes',
    'NZ$12,375',
    '25% off NZ$16,500',
    'saves you NZ$4,125',
    'a deposit of NZ$500',
    'pay monthly, from NZ$432',
    'Fees are non-refundable',
    '12 weeks full-time or 24 weeks part-time',
  ])
    expect(faq).toContain(fact);
});

test('an answer knows the claims it makes use of', () => {
  const [question] = readContent('faq').jobProspects;
  expect(question?.claims).toEqual(['placement', ...courseCodes.map((code) => `placementBy.${code}`)]);
});

describe('a fault stops the build with file, line and field:', () => {
  const facts = readFacts();
  const good = ['chat: { title: Live chat, text: Write. }', 'phone: { title: Phone, text: Call. }', 'resources:'];
  const rest = ['questions:', '  - question: Why?', '    answer: Because.'];
  const resource = '  - { title: Outlines, text: Read them., page: courseOutlines }';
  const read = (...lines: string[]) => parseContent('consultation', lines.join('\n'), facts);

  test('none', () => {
    expect(read(...good, resource, ...rest).resources[0]?.page).toBe('courseOutlines');
  });

  test.for<[string, string[], RegExp]>([
    [
      'a mistyped key',
      [...good, resource, 'questions:', '  - question: Why?', '    anser: So.'],
      /line 6: questions\[0\].*anser/,
    ],
    [
      'a missing text',
      [...good, resource, 'questions:', '  - question: Why?'],
      /line 6: questions\[0\]\.answer: this is missing/,
    ],
    [
      'a page nobody has',
      [...good, '  - { title: A, text: B, page: outlines }', ...rest],
      /line 4: resources\[0\]\.page/,
    ],
    [
      'an unknown word',
      [...good, '  - { title: A, text: "{Enrole} now", page: faq }', ...rest],
      /line 4: .*\{Enrole\} is no word/,
    ],
    [
      'an unknown fact',
      [...good, '  - { title: A, text: "{price.fulll}", page: faq }', ...rest],
      /line 4: .*\{price\.fulll\}/,
    ],
    [
      'a word without braces',
      [...good, '  - { title: A, text: Enrolling now, page: faq }', ...rest],
      /line 4: .*"Enrolling"/,
    ],
    ['a brace alone', [...good, '  - { title: A, text: "{Enrol now", page: faq }', ...rest], /line 4: .*brace/],
    ['no YAML at all', [...good, '  - { title: A', ...rest], /content\/consultation\.yaml, line \d+: /],
  ])('%s', ([, lines, message]) => {
    const attempt = () => read(...lines);
    expect(attempt).toThrow(WrongContent);
    expect(attempt).toThrow(message);
    expect(attempt).toThrow('content/consultation.yaml, line');
  });

  test('several at once', () => {
    const attempt = () => read('chat: { title: Chat }', 'phone: 7', ...good.slice(2), resource, ...rest);
    expect(attempt).toThrow(/line 1: chat\.text.*\n.*line 2: phone/);
  });
});

describe('wording', () => {
  test.each([
    'colour',
    'Analyse',
    'organizing',
    'defense',
    'licence',
    'modelling',
    'centre',
    'cancelled',
    'practising',
  ])('"%s" is refused: no spelling of it serves all partners', (word) =>
    expect(findWordingFault(`A ${word} here`)).toContain('not spelled alike'),
  );

  test.each(['program', 'Programmes', 'enrolment', 'Enrolled', 're-enroll'])('"%s" needs braces', (word) =>
    expect(findWordingFault(`A ${word} here`)).toContain('spelled differently by partners'),
  );

  test.each(['programming', 'analysis', 'analyst', 'practice', 'a meter', '{Program} {enrolment}'])(
    '"%s" is fine',
    (text) => expect(findWordingFault(text)).toBeUndefined(),
  );

  test('words in braces become the partner’s, in lists and objects too', () => {
    const content = { title: '{Program} of {partner}', list: ['{enrol}', 7, null] };
    expect(inWords(content, partners.uc)).toEqual({ title: 'Programme of UC', list: ['enrol', 7, null] });
    expect(inWords(content, partners.vcu)).toEqual({ title: 'Program of VCU', list: ['enroll', 7, null] });
    expect(tokensOf(content.title)).toEqual(['Program', 'partner']);
  });
});
