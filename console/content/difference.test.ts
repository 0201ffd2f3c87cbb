import { expect, test } from 'vitest';
import { findDifferences } from './difference.ts';
import { shapes } from './form-shape.ts';

const first = { question: 'When?', answer: 'In March.' };
const second = { question: 'Where?', answer: 'Online.' };

test('questions with their keys in another order, as jsonb has them, do not differ', () => {
  const stored = [first, second].map(({ question, answer }) => ({ answer, question }));
  expect(findDifferences(shapes.questions, stored, [first, second])).toEqual([]);
});

test('questions in another order are one difference', () => {
  expect(findDifferences(shapes.questions, [first, second], [second, first])).toEqual([
    { where: 'Order', before: 'When? · Where?', after: 'Where? · When?' },
  ]);
});

test('another order is told beside words that change, entries that come and ones that go', () => {
  const third = { question: 'How?', answer: 'By post.' };
  const fourth = { question: 'Who?', answer: 'You.' };
  const order = { where: 'Order', before: 'When? · Where?', after: 'Where? · When?' };
  expect(findDifferences(shapes.questions, [first, second], [second, { ...first, answer: 'In May.' }])).toEqual([
    { where: expect.stringContaining('2'), before: 'In March.', after: 'In May.' },
    order,
  ]);
  expect(findDifferences(shapes.questions, [first, second, third], [fourth, second, first]).at(-1)).toEqual(order);
  expect(findDifferences(shapes.questions, [first, third, second], [first, second])).toHaveLength(1);
});
