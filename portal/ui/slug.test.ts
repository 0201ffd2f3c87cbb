import { expect, test } from 'vitest';
import { slugOf, slugsOf } from './slug.ts';

test.for([
  ['What if my cohort is full?', 'what-if-my-cohort-is-full'],
  ['Do I need a “laptop” – or 2?', 'do-i-need-a-laptop-or-2'],
  ['How do I {enrol}?', 'how-do-i-enrol'],
  ['Kia ora, Māori?', encodeURIComponent('kia-ora-māori')],
  ['费用是多少？', encodeURIComponent('费用是多少')],
  ['शुल्क क्या है?', encodeURIComponent('शुल्क-क्या-है')],
] as const)('%s is %s in an address', ([text, slug]) => {
  expect(slugOf(text)).toBe(slug);
  // As a browser writes it behind the page's address.
  expect(new URL(`https://portal.example/uts/faq#${slugOf(text)}`).hash).toBe(`#${slug}`);
});

test('each question of a page has an address of its own', () => {
  expect(slugsOf(['When?', 'When!', 'When 2', 'When?', '?', '…'])).toEqual([
    'when',
    'when-2',
    'when-2-2',
    'when-3',
    'question',
    'question-2',
  ]);
});
