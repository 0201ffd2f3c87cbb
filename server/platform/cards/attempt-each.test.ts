import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { attemptEach } from './attempt-each.ts';

function buildLog() {
  let written = '';
  const log = createLog(
    'info',
    new PassThrough().on('data', (text) => (written += String(text))),
  );
  return {
    log,
    lines: () =>
      written
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as object),
  };
}

test('a failing entry does not stop the others, and is logged with its id and its error', async () => {
  const log = buildLog();
  const attempted: string[] = [];
  await attemptEach(log, [{ id: 'ord_1' }, { id: 'ord_2' }, { id: 'ord_3' }], async ({ id }) => {
    attempted.push(id);
    if (id !== 'ord_2') throw new Error(`no answer about ${id}`);
  });
  expect(attempted).toEqual(['ord_1', 'ord_2', 'ord_3']);
  const failure = (subject: string) => ({
    level: 'warn',
    subject,
    err: { message: `no answer about ${subject}` },
    msg: 'could not be reconciled this time',
  });
  expect(log.lines()).toMatchObject([failure('ord_1'), failure('ord_3')]);
});

test('an entry that is itself an id is logged as that id', async () => {
  const log = buildLog();
  await attemptEach(log, ['sub_1'], () => Promise.reject(new Error('no answer')));
  expect(log.lines()).toMatchObject([{ subject: 'sub_1' }]);
});

test('entries are worked on sequentially', async () => {
  const steps: string[] = [];
  await attemptEach(buildLog(), ['sub_1', 'sub_2'], async (id) => {
    steps.push(`${id} begins`);
    await new Promise(setImmediate);
    steps.push(`${id} is over`);
  });
  expect(steps).toEqual(['sub_1 begins', 'sub_1 is over', 'sub_2 begins', 'sub_2 is over']);
});

test('no further entry is begun once the time is over', async () => {
  const attempted: string[] = [];
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const work = async (id: string) => {
    attempted.push(id);
    now.mockReturnValue(attempted.length * 400);
  };
  expect(await attemptEach(buildLog(), ['ord_1', 'ord_2', 'ord_3', 'ord_4'], work, { forMs: 1_000 })).toBe(false);
  now.mockRestore();
  expect(attempted).toEqual(['ord_1', 'ord_2', 'ord_3']);
});
