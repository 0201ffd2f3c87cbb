import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteEvents } from '../../../../contract/site-events.ts';
import { runCommand } from '../../../platform/commands.ts';
import { createReports } from '../../../platform/database/reports.ts';
import { createDatabase } from '../../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createKeys, randomToken } from '../../../platform/keys.ts';
import { createOutbound } from '../../../platform/outbound.ts';
import { appCommands } from './app-commands.ts';
import type { CommandServices, Terminal } from './command-services.ts';
import { createSites } from '../../sites/sites.ts';
import { useSecretKey } from '../secret-keys.ts';

let database: TestDatabase;
let folder: string;
let services: CommandServices;
let printed: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'intake-command-'));
  services = {
    db: createDatabase(database.productPool),
    reports: createReports(database.db, undefined),
    sites: createSites(database.db, 'http://localhost:4000'),
    appUrl: 'http://localhost:4000',
    listPersonalTables: async () => [],
    neededSites: { app_needed: 'something stands on it.' },
    lendDeletion: () => Promise.reject(new Error('Sites have no members to delete.')),
    lendImport: () => Promise.reject(new Error('Nothing is imported here.')),
    keys: createKeys([randomToken()]),
    outbound: createOutbound({ reachesOwnMachine: true }),
    readVariable: (name) => ({ CLUB_SECRET: 'hush-hush' })[name],
    actor: 'command line (ann)',
    terminal: { print: () => undefined, confirm: undefined, ask: undefined, hasColours: false, folder },
  };
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (words: string[], terminal: Partial<Terminal> = {}) => {
  printed = [];
  const print = (text: string) => void printed.push(text);
  return runCommand([appCommands], words, (use) =>
    use({ ...services, terminal: { ...services.terminal, print, ...terminal } }),
  );
};

let made = 0;
/** A file that declares a site of its own, and how it is written. */
async function buildFile(more = '') {
  const id = `app_command${++made}`;
  const file = `${id}.yaml`;
  const write = (extra: string) =>
    writeFile(path.join(folder, file), `id: ${id}\nname: Club\npublicKey: pk_command${made}\nmode: live\n${extra}`);
  await write(more);
  return { id, file, write };
}

describe('app apply', () => {
  test('shows the difference, asks, and applies it after a yes', async () => {
    const { id, file } = await buildFile();
    const asked: string[] = [];
    const answer = (yes: boolean) => async (question: string) => {
      asked.push(question);
      return yes;
    };
    expect(await run(['app', 'apply', file], { confirm: answer(false) })).toBe('Nothing was changed.');
    expect(printed).toEqual([
      `${id}\n  + id: "${id}"\n  + name: "Club"\n  + publicKey: "pk_command${made}"\n  + mode: "live"`,
    ]);
    await expect(run(['app', 'show', id])).rejects.toThrow(`There is no site ${id}.`);
    expect(await run(['app', 'apply', file], { confirm: answer(true) })).toBe(`${id}: 4 changes applied.`);
    expect(asked).toEqual([`Apply 4 changes to ${id}?`, `Apply 4 changes to ${id}?`]);
    expect(await run(['app', 'apply', file])).toBe(`${id}: nothing to change.`);
    expect(printed).toEqual([]);
  });

  test('is refused without a terminal, and applies it with --yes', async () => {
    const { id, file } = await buildFile();
    await expect(run(['app', 'apply', file])).rejects.toThrow('Add --yes');
    expect(printed[0]).toContain('+ name: "Club"');
    expect(await run(['app', 'apply', file, '--yes'])).toBe(`${id}: 4 changes applied.`);
  });

  test('only looks with --dry-run, even beside --yes', async () => {
    const { id, file } = await buildFile();
    expect(await run(['app', 'apply', file, '--dry-run', '--yes'])).toContain('+ name: "Club"');
    expect(await run(['app', 'list'])).not.toContain(id);
  });

  test('changes nothing when the site changed while the question stood', async () => {
    const { id, file, write } = await buildFile();
    await run(['app', 'apply', file, '--yes']);
    await write('memberLimit: 9\n');
    const confirm = async () => {
      await database.pool.query(`update site set name = 'Other' where id = $1`, [id]);
      return true;
    };
    await expect(run(['app', 'apply', file], { confirm })).rejects.toThrow('Nothing was changed: the site was changed');
    expect(await run(['app', 'show', id])).not.toContain('memberLimit');
  });

  test('takes secrets from the environment, and shows none', async () => {
    const provider = '{ provider: google, name: Google, clientId: c, clientSecret: { env: CLUB_SECRET } }';
    const { id, file } = await buildFile(`authProviders: [${provider}]\n`);
    await run(['app', 'apply', file, '--yes']);
    const shown = [...printed, await run(['app', 'show', id]), await run(['app', 'audit', id])].join('\n');
    expect(shown).toContain('+ authProviders[google].clientSecret (a secret is never shown)');
    expect(shown).not.toMatch(/hush|CLUB_SECRET/);
    expect(await run(['app', 'diff', file])).toBe(`${id}: nothing to change.`);
  });

  test('names a variable that is not set with its line', async () => {
    const { file } = await buildFile('captcha: { service: hcaptcha, siteKey: k }\ncaptchaSecret: { env: NOBODY }\n');
    await expect(run(['app', 'apply', file, '--yes'])).rejects.toThrow(
      `${file}:6  captchaSecret.env: the environment variable NOBODY is not set`,
    );
  });

  test.for([
    ['a file there is not', 'nowhere.yaml', 'There is no file nowhere.yaml.'],
    ['a folder', '.', '. cannot be read:'],
  ] as const)('refuses %s', async ([, file, answer]) => {
    await expect(run(['app', 'apply', file, '--yes'])).rejects.toThrow(answer);
  });
});

describe('app diff', () => {
  test('names each field that others can read, changed or not', async () => {
    const fields = (...kinds: string[]) =>
      `fields:\n${kinds.map((kind) => `  - { key: ${kind.toLowerCase()}, label: A, visibility: ${kind} }\n`).join('')}  - { key: untold, label: A }\n`;
    const { file } = await buildFile(fields('PUBLIC', 'MEMBERS', 'PRIVATE'));
    const told = [
      "  Every visitor can read, beside a member's comments: public",
      "  Every member can read, beside a member's comments: members",
    ];
    expect((await run(['app', 'diff', file])).split('\n').slice(-2)).toEqual(told);
    await run(['app', 'apply', file, '--yes']);
    expect((await run(['app', 'diff', file])).split('\n').slice(1)).toEqual(told);
  });

  test('is coloured where there are colours, and only there', async () => {
    const { file } = await buildFile();
    expect(await run(['app', 'diff', file], { hasColours: true })).toContain('\u001B[32m  + name: "Club"\u001B[0m');
    expect(await run(['app', 'diff', file])).not.toContain('\u001B');
  });
});

test('app show writes a file that is applied without a change', async () => {
  const { id, file } = await buildFile(
    'plans:\n  - { id: pln_command, name: P }\ncontent:\n  - { key: c, type: TEXT, content: "two\\nlines", plans: [{ id: pln_command }] }\nwebhooks:\n  - { id: club, url: "https://club.example/hook" }\n',
  );
  await run(['app', 'apply', file, '--yes']);
  await writeFile(path.join(folder, 'shown.yaml'), await run(['app', 'show', id]));
  expect(await run(['app', 'diff', 'shown.yaml'])).toBe(`${id}: nothing to change.`);
});

test('a site that was probably meant is named', async () => {
  const { id, file } = await buildFile();
  await run(['app', 'apply', file, '--yes']);
  await expect(run(['app', 'show', id.replace('command', 'comand')])).rejects.toThrow(`Did you mean ${id}?`);
  await expect(run(['app', 'keys', 'elsewhere'])).rejects.toThrow('"npm run intake -- app list" shows all.');
});

test('a key is made, shown once, listed and ended', async () => {
  const { id, file } = await buildFile();
  await run(['app', 'apply', file, '--yes']);
  expect(await run(['app', 'keys', id])).toBe(`${id} has no secret keys.`);
  const answer = await run(['app', 'keys', id, '--create', 'night import']);
  const [key = ''] = answer.split('\n');
  const keyId = /key_\w+/.exec(answer)![0];
  expect(key).toMatch(/^sk_(?!sb_)\w{48}$/);
  expect(await useSecretKey(services.db, key)).toEqual({ siteId: id, label: 'night import' });
  const list = await run(['app', 'keys', id]);
  expect(list).toMatch(new RegExp(`${keyId} +night import +\\d{4}-.* UTC +\\d{4}-.* UTC +-`));
  expect(list).not.toContain(key);
  await expect(run(['app', 'keys', 'app_command1', '--revoke', keyId])).rejects.toThrow(
    `has no key ${keyId} that works`,
  );
  expect(await run(['app', 'keys', id, '--revoke', keyId])).toBe(`${keyId} does not work any more.`);
  expect(await useSecretKey(services.db, key)).toBeUndefined();
  await expect(run(['app', 'keys', id, '--revoke', keyId])).rejects.toThrow('that works');
  await expect(run(['app', 'keys', id, '--create', 'two\nlines'])).rejects.toThrow('one line of at most 60 characters');
});

test('a key may end by itself, and the list says when', async () => {
  const { id, file } = await buildFile();
  await run(['app', 'apply', file, '--yes']);
  const answer = await run(['app', 'keys', id, '--create', 'for a season', '--days', '90']);
  const end = new Date(Date.now() + 90 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  expect(answer).toContain(`It ends at ${end} `);
  const [head, row] = (await run(['app', 'keys', id])).split('\n');
  expect(row!.slice(head!.indexOf('expires')).startsWith(end)).toBe(true);
  for (const days of ['0', '-1', '1.5', 'ninety', '3651'])
    await expect(run(['app', 'keys', id, '--create', 'x', `--days=${days}`])).rejects.toThrow('from 1 to 3650');
  await expect(run(['app', 'keys', id, '--days', '9'])).rejects.toThrow('--days goes with --create.');
});

test('webhooks are listed, their secrets shown and changed', async () => {
  const { id, file } = await buildFile('webhooks:\n  - { id: club, url: "https://club.example/hook" }\n');
  await run(['app', 'apply', file, '--yes']);
  expect(await run(['app', 'webhooks', id])).toMatch(/club +https:\/\/club.example\/hook +all +on +-$/);
  const secret = await run(['app', 'webhooks', id, '--secret', 'club']);
  expect(secret).toMatch(/^whsec_/);
  const next = await run(['app', 'webhooks', id, '--rotate', 'club']);
  expect(next).not.toBe(secret);
  expect(await run(['app', 'webhooks', id, '--secret', 'club'])).toBe(next);
  for (const option of ['--secret', '--rotate'])
    await expect(run(['app', 'webhooks', id, option, 'clubs'])).rejects.toThrow(
      `${id} has no webhook clubs. It has club.`,
    );
  expect((await run(['app', 'audit', id])).match(/webhook\.secret-\w+/g)).toEqual([
    'webhook.secret-shown',
    'webhook.secret-rotated',
    'webhook.secret-shown',
  ]);
});

describe('app webhooks', () => {
  const events = '[member.created, team.created]';
  const declared = `webhooks:\n  - { id: club, url: "https://club.example/hook", events: ${events} }\n`;

  test('sends a test to the webhooks that listen to its event, and the trail says so', async () => {
    const { id, file } = await buildFile(
      `${declared}  - { id: off, url: "https://club.example/off", enabled: false }\n`,
    );
    await run(['app', 'apply', file, '--yes']);
    expect(await run(['app', 'webhooks', id, '--deliveries'])).toBe(`No delivery for ${id} is in the log.`);
    const said = await run(['app', 'webhooks', id, '--send-test', 'member.created']);
    const [message] = /^msg_test_\w+(?= is sent to club\.\n)/.exec(said)!;
    const { rows } = await database.pool.query(
      'select id, event, payload from site_event_delivery where site_id = $1',
      [id],
    );
    expect(rows).toEqual([{ id: message, event: 'member.created', payload: siteEvents['member.created'].example }]);
    expect(await run(['app', 'audit', id])).toContain('webhook.test-sent  member.created');
    for (const [event, fault] of [
      ['member.deleted', `No webhook of ${id} that is on listens to member.deleted.`],
      ['member.create', 'There is no event member.create. Did you mean member.created?'],
      ['lunch', 'There is no event lunch. The events are member.created,'],
    ])
      await expect(run(['app', 'webhooks', id, '--send-test', event!])).rejects.toThrow(fault);
  });

  test('lists messages with their attempts, those alone that have not arrived, and sends one again', async () => {
    const { id, file } = await buildFile(declared);
    await run(['app', 'apply', file, '--yes']);
    for (const event of ['member.created', 'team.created']) await run(['app', 'webhooks', id, '--send-test', event]);
    await database.pool.query(
      `update site_event_delivery set state = 'delivered', attempts = '[{"at": "2026-11-22T22:02:29.331386+00:00", "status": 204, "ms": 9, "answer": ""}]'
       where site_id = $1 and event = 'member.created'`,
      [id],
    );
    const all = await run(['app', 'webhooks', id, '--deliveries']);
    expect(all.split('\n')).toHaveLength(3);
    expect(all).toMatch(/club +member\.created +\S+ \S+ UTC +delivered +1 +2026-11-22 22:02 UTC: 204 +-$/m);
    const late = await run(['app', 'webhooks', id, '--deliveries', '--failed']);
    expect(late.split('\n')).toHaveLength(2);
    expect(late).toMatch(/team\.created +\S+ \S+ UTC +waiting +0 +- +\S+ \S+ UTC$/m);
    const [message] = /msg_test_\w+(?= +club +member)/.exec(all)!;
    expect(await run(['app', 'webhooks', id, '--retry', message])).toContain(`${message} is sent once more.`);
    expect((await run(['app', 'webhooks', id, '--deliveries', '--failed'])).split('\n')).toHaveLength(3);
    expect(await run(['app', 'audit', id])).toContain(`delivery.retried  ${message}`);
    await expect(run(['app', 'webhooks', id, '--retry', 'msg_gone'])).rejects.toThrow('No message of your webhooks');
    await expect(run(['app', 'webhooks', id, '--failed'])).rejects.toThrow('--failed goes with --deliveries.');
  });
});

test('a webhook that was given up is on again by applying the same file, and the trail says so', async () => {
  const { id, file } = await buildFile('webhooks:\n  - { id: club, url: "https://club.example/hook" }\n');
  await run(['app', 'apply', file, '--yes']);
  await database.pool.query('update site_event_endpoint set switched_off_at = now() where site_id = $1', [id]);
  const change = '~ webhooks[club] (it had failed for days, and is on again)';
  expect(await run(['app', 'diff', file])).toContain(change);
  expect(await run(['app', 'webhooks', id])).toContain('switched off');
  await run(['app', 'apply', file, '--yes']);
  expect(await run(['app', 'webhooks', id])).toMatch(/ on +-$/);
  expect((await run(['app', 'audit', id])).split('\n')[1]).toBe(`    ${change}`);
  expect(await run(['app', 'apply', file, '--yes'])).toBe(`${id}: nothing to change.`);
});

test.for([
  ['keys', '--create', 'club', '--revoke', 'key_1'],
  ['webhooks', '--secret', 'club', '--rotate', 'club'],
  ['webhooks', '--deliveries', '--send-test', 'member.created'],
])('app %s does one thing at a time', async ([command, ...options]) => {
  await expect(run(['app', command!, 'app_demo', ...options])).rejects.toThrow('not both at once');
});

test('control characters of a declaration are escaped in the output', async () => {
  const { id, file } = await buildFile('fields:\n  - { key: a, label: "x\\x9b2J\\u202ey" }\nisPaid: false\n');
  await run(['app', 'apply', file, '--yes']);
  expect(await run(['app', 'audit', id])).toContain('x\\u009b2J\\u202ey');
  const forging = await buildFile('dictionary: { "a\\n2026-01-01 somebody else": b }\n');
  await expect(run(['app', 'apply', forging.file, '--yes'])).rejects.toThrow('dictionary');
});

test('the audit trail lists actor and act, the newest first', async () => {
  const { id, file } = await buildFile();
  await run(['app', 'apply', file, '--yes']);
  await run(['app', 'keys', id, '--create', 'club server']);
  const trail = (await run(['app', 'audit', id])).split('\n');
  expect(trail[0]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC {2}command line \(ann\) {2}key\.created {2}key_\w+$/);
  expect(trail[1]).toBe('    club server');
  expect(trail[2]).toContain(`app.applied  ${id}`);
});

describe('app providers', () => {
  const declared = `authProviders:
  - { provider: google, name: Google, clientId: one, clientSecret: s }
  - { provider: club-id, name: Club ID, clientId: two, clientSecret: s, issuer: https://id.example.org }
  - { provider: old-id, name: Old ID, clientId: three, clientSecret: s, issuer: https://old.example.org, callback: shared }
`;

  test('shows the redirect address to register with each, and applying says so', async () => {
    const { id, file } = await buildFile(declared);
    const callback = 'http://localhost:4000/auth-provider/callback';
    expect(await run(['app', 'apply', file, '--yes'])).toContain(`"npm run intake -- app providers ${id}" shows what`);
    const shown = (await run(['app', 'providers', id])).split('\n').slice(1);
    expect(shown.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['google', 'one', callback],
      ['club-id', 'two', `${callback}/${id}/club-id`],
      ['old-id', 'three', callback],
    ]);
  });

  test('says that there are none', async () => {
    const { id, file } = await buildFile();
    expect(await run(['app', 'apply', file, '--yes'])).not.toContain('app providers');
    expect(await run(['app', 'providers', id])).toBe(`${id} has no providers.`);
  });

  test('a provider known by its name has no callback to choose', async () => {
    const { file } = await buildFile(
      'authProviders: [{ provider: google, name: Google, clientId: one, callback: shared }]\n',
    );
    await expect(run(['app', 'apply', file])).rejects.toThrow('google is known by its name: leave its callback out');
  });
});
