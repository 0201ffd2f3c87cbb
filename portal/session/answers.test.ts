import { beforeEach, expect, test } from 'vitest';
import {
  askFor,
  forgetAnswers,
  knownAnswer,
  loadAnswer,
  refreshAnswer,
  setAnswer,
  watchAnswer,
  type Question,
} from './answers.ts';

let asked = 0;
let question: Question<number>;
beforeEach(() => {
  asked = 0;
  question = { name: crypto.randomUUID(), ask: async () => ++asked, freshMs: 1_000 };
});

test('screens that ask together wait for one answer', async () => {
  expect(await Promise.all([askFor(question), askFor(question), loadAnswer(question)])).toEqual([1, 1, 1]);
  expect(asked).toBe(1);
});

test('a known answer is shown at once and asked again behind it only when old', async () => {
  await loadAnswer(question);
  expect(await loadAnswer(question)).toBe(1);
  expect(asked).toBe(1);
  expect(await loadAnswer({ ...question, freshMs: 0 })).toBe(1);
  await expect.poll(() => knownAnswer(question).data).toBe(2);
});

test('a failure keeps the last answer and says so', async () => {
  await askFor(question);
  await expect(askFor({ ...question, ask: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
  expect(knownAnswer(question)).toMatchObject({ data: 1, error: new Error('away'), isFetching: false });
});

test('an answer taken over meanwhile is not overwritten by an older asking', async () => {
  let answer: (value: number) => void = () => undefined;
  const slow = askFor({ ...question, ask: () => new Promise<number>((resolve) => (answer = resolve)) });
  setAnswer(question, 7);
  answer(1);
  await slow;
  expect(knownAnswer(question)).toEqual({ data: 7, error: null, isFetching: false });
});

test('what belonged to somebody who has left is forgotten, the rest stays', async () => {
  const other = { ...question, name: `${question.name}-kept`, isForAll: true };
  await Promise.all([askFor(question), askFor(other)]);
  forgetAnswers();
  expect(knownAnswer(question).data).toBeUndefined();
  expect(knownAnswer(other).data).toBeDefined();
});

test('watchers hear of changes, and refreshing asks for what is watched', async () => {
  const heard: unknown[] = [];
  const stop = watchAnswer(question, () => heard.push(knownAnswer(question).data));
  await askFor(question);
  await refreshAnswer(question);
  expect(heard).toEqual([undefined, 1, 1, 2]);
  stop();
  await refreshAnswer(question);
  expect(asked).toBe(2);
});

test('a passing question is forgotten with its last watcher', async () => {
  const passing = { ...question, isPassing: true };
  const stop = watchAnswer(passing, () => undefined);
  await askFor(passing);
  stop();
  expect(knownAnswer(passing).data).toBeUndefined();
});
