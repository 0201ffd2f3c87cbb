import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { collectLog, type LoggedEvent } from '../../testing/security-log.ts';
import { metrics } from '../http/metrics.ts';
import { createKeys } from '../keys.ts';
import { accountRef, ref } from './define-events.ts';
import { securityEvents } from './event-table.ts';
import { recordEvent } from './record-event.ts';
import { describeRequest, withinRequest } from './request-context.ts';

/** The log output of a recording at this level. */
function record(work: () => void, level = 'info'): { events: LoggedEvent[]; text: string } {
  const { log, events, text } = collectLog(level);
  withinRequest({ log, client: '198.51.100.7' }, work);
  return { events: events(), text: text() };
}
const keys = createKeys(['x'.repeat(32)]);
const wrong = () => recordEvent('card-signature', { outcome: 'wrong' });

describe('a security event', () => {
  test('takes no free text, no undeclared field and no other word: none of these compiles', () => {
    const wouldNotCompile = () => {
      // @ts-expect-error an event that is not in the table
      recordEvent('made-up', { outcome: 'success' });
      // @ts-expect-error an outcome that is not in its row
      recordEvent('log-out', { outcome: 'wrong' });
      // @ts-expect-error an undeclared field
      recordEvent('log-out', { outcome: 'success', note: 'x' });
      // @ts-expect-error a text where a word of the table belongs
      recordEvent('code-request', { outcome: 'accepted', purpose: 'ana@example.org' });
      // @ts-expect-error an address in clear
      recordEvent('log-in', { outcome: 'wrong', way: 'code', device: 'new', account: 'ana@example.org' });
      // @ts-expect-error a text where an id belongs
      recordEvent('log-out', { outcome: 'success', member: 'Ana Silva' });
      // @ts-expect-error without a word that is always said
      recordEvent('code-request', { outcome: 'accepted' });
    };
    expect(wouldNotCompile).toBeTypeOf('function');
  });

  test('logs free text passed as a reference as "not-an-id"', () => {
    const texts = ['ana@example.org', 'a text', '123456', 'x\n{"kind":"security"}', '', `m${'x'.repeat(64)}`];
    expect(texts.map(ref)).toEqual(texts.map(() => 'not-an-id'));
    expect(['mem_5k2', 'app_demo', 'members.export', 'user-1000'].map(ref)).not.toContain('not-an-id');
  });

  test('writes only declared fields, whatever an object brings along', () => {
    const facts = { outcome: 'success', password: 'hunter2', event: 'forged', client: '10.0.0.1' } as const;
    const { events, text } = record(() => recordEvent('log-out', facts));
    expect(text).not.toContain('hunter2');
    expect(events).toEqual([expect.objectContaining({ event: 'log-out', client: '198.51.100.7' })]);
  });

  test('names site, member and key that became known of its request', () => {
    const known = { site: ref('app_demo'), member: ref('mem_1'), key: ref('key_1') };
    const { events } = record(() => {
      describeRequest(known);
      wrong();
    });
    expect(events).toEqual([expect.objectContaining(known)]);
  });

  test('is logged at every level, as a warning where it is not as expected', () => {
    const both = () => {
      recordEvent('log-out', { outcome: 'success' });
      wrong();
    };
    for (const level of ['trace', 'error', 'fatal', 'silent'])
      expect(record(both, level).events.map((event) => event['level'])).toEqual(['info', 'warn']);
  });

  test('is logged within its own request when many run at once', async () => {
    const { log, events } = collectLog();
    const clients = Array.from({ length: 20 }, (_, index) => `10.0.0.${index}`);
    await Promise.all(
      clients.map((client) =>
        withinRequest({ log, client }, async () => {
          describeRequest({ member: ref(`mem_${client}`) });
          await new Promise((resolve) => setTimeout(resolve, 1));
          wrong();
        }),
      ),
    );
    expect(events().map(({ client, member }) => member === `mem_${String(client)}`)).toEqual(clients.map(() => true));
  });
});

describe('an address in an event', () => {
  test('is a hash of 96 bits, the same each time, another one at another site and under another secret', () => {
    const one = accountRef(keys, 'app_demo', 'ana@example.org');
    expect(one).toMatch(/^[\da-f]{24}$/);
    expect(accountRef(keys, 'app_demo', 'ana@example.org')).toBe(one);
    expect(accountRef(keys, 'app_live', 'ana@example.org')).not.toBe(one);
    expect(accountRef(createKeys(['y'.repeat(32)]), 'app_demo', 'ana@example.org')).not.toBe(one);
  });
});

describe('measurements and alarms', () => {
  const valueOf = async (event: string, outcome: string) =>
    Number(
      new RegExp(`^intake_security_events_total\\{event="${event}",outcome="${outcome}"\\} (\\d+)$`, 'm').exec(
        await metrics.metrics(),
      )?.[1],
    );

  test('events are counted by event and outcome, from zero on, and by nothing an attacker could multiply', async () => {
    const before = await valueOf('card-signature', 'wrong');
    record(wrong);
    expect(await valueOf('card-signature', 'wrong')).toBe(before + 1);
    expect(await valueOf('staff-command', 'failed')).toBeGreaterThanOrEqual(0);
    const series = (await metrics.metrics()).match(/^intake_security_events_total\{.*/gm)!;
    const pairs = Object.values(securityEvents).flatMap(({ outcomes }) => Object.keys(outcomes));
    expect(series).toHaveLength(pairs.length);
  });

  test('an alarm is raised once, at exactly the table’s threshold for a site', () => {
    const { count, minutes } = securityEvents['provider-answer'].alarm;
    const { text } = record(() => {
      describeRequest({ site: ref('app_under_attack') });
      for (let seen = 1; seen < count; seen++)
        recordEvent('provider-answer', { outcome: 'foreign-state', purpose: 'unknown' });
    });
    expect(text).not.toContain('"alarm"');
    const { text: later } = record(() => {
      describeRequest({ site: ref('app_under_attack') });
      for (const outcome of ['mismatch', 'mismatch'] as const)
        recordEvent('provider-answer', { outcome, purpose: 'login' });
    });
    const alarms = later.split('\n').filter((line) => line.includes('"alarm"'));
    expect(alarms.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', alarm: 'provider-answer', site: 'app_under_attack', count, minutes }),
    ]);
  });

  test('events of several sites are not added up to an alarm', () => {
    const { count } = securityEvents['card-signature'].alarm;
    const { text } = record(() => {
      for (let seen = 0; seen < count; seen++) {
        describeRequest({ site: ref(`app_many_${seen}`) });
        wrong();
      }
    });
    expect(text).not.toContain('"alarm"');
  });
});

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
    .map((file) => path.join(folder, file));

test('one place alone writes security events, so none is logged that is not in the table', () => {
  const writes = (text: string) => /kind: 'security'/.test(text);
  const server = path.join(import.meta.dirname, '../..');
  expect(sources(server).filter((file) => writes(readFileSync(file, 'utf8')))).toEqual([
    path.join(import.meta.dirname, 'record-event.ts'),
  ]);
  expect(writes("log.info({ kind: 'security', event: 'made-up' })")).toBe(true);
});
