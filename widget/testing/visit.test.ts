import { expect, test } from 'vitest';
import { arrive } from './visit.ts';

/** Lets observers be told of what was changed. */
const untilTold = () => new Promise((resolve) => setTimeout(resolve));

const heard: string[] = [];

test('an observer hears of the page of its test', async () => {
  arrive();
  new MutationObserver(() => heard.push('own page')).observe(document, { childList: true, subtree: true });
  document.body.append('Words');
  await untilTold();
  expect(heard).toEqual(['own page']);
});

test('an observer hears nothing of the pages of later tests, which share the document', async () => {
  arrive();
  heard.length = 0;
  document.body.append('Words');
  await untilTold();
  expect(heard).toEqual([]);
});
