import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportAttack } from './platform/security-events/attack-report.ts';
import { newEmail } from './testing/membership.ts';
import { programEnvironment } from './testing/process.ts';
import { startTestProduct, type TestProduct } from './testing/product.ts';
import { collectLog, findLeaks } from './testing/security-log.ts';
import { openConsole, staffPassword } from './testing/staff-console.ts';

/** Credential stuffing: leaked addresses and passwords of another site, from several networks, a few of them valid. */

const collected = collectLog();
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ log: collected.log });
});
afterAll(() => product.stop());

interface Person {
  email: string;
  password: string;
  id: string;
}

const networks = ['198.51.100.7', '198.51.100.8', '203.0.113.66', '2001:db8:bad:1::5'];
/** A network as the log names it. */
const clientOf = (network: string) => (network.includes(':') ? '2001:db8:bad:1::/64' : network);
const tryLogIn = (email: string, password: string, from: string) =>
  product.call('POST', '/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': from } });

async function buildMember(from: string): Promise<Person> {
  const [email, password] = [newEmail(), `lantern-${newEmail().slice(0, 12)}`];
  const { body } = await product.call('POST', '/auth/signup', {
    body: { email, password, customFields: { 'first-name': 'Ana', 'last-name': 'Silva' } },
    headers: { 'x-forwarded-for': from },
  });
  return { email, password, id: body.data.member.id };
}

interface Told {
  head: string[];
  rows: string[][];
}

/** Reads a table of the report by the words before it. */
function readTable(report: string, title: string): Told {
  const lines = report.slice(report.indexOf(title)).split('\n\n')[0]!.trimEnd().split('\n').slice(1);
  const [head = [], ...rows] = lines.map((line) => line.split(/ {2,}/));
  return { head, rows };
}

const columns = ({ head, rows }: Told, ...names: string[]) =>
  rows.map((row) => names.map((name) => row[head.indexOf(name)]));

describe('of a credential attack', () => {
  let report: string;
  let members: Person[];
  let robbed: Person[];
  let tokens: string[];
  const strangers = Array.from({ length: 24 }, () => newEmail());
  const leakedPassword = 'of-another-leak-77';
  let directory: string;

  beforeAll(async () => {
    members = await Promise.all(['10.1.0.1', '10.1.0.2', '10.1.0.3', '10.1.0.4', '10.1.0.5'].map(buildMember));
    robbed = members.slice(0, 2);
    // Honest members in an office: one mistypes the password once, others log in.
    await tryLogIn(members[3]!.email, `${members[3]!.password}x`, '10.9.0.9');
    for (const { email, password } of members.slice(3)) await tryLogIn(email, password, '10.9.0.9');
    for (const [index, network] of networks.entries()) {
      const share = strangers.filter((_, each) => each % networks.length === index);
      for (const address of [...share, ...members.map(({ email }) => email)])
        await tryLogIn(address, leakedPassword, network);
    }
    const answers = await Promise.all(
      robbed.map(({ email, password }, index) => tryLogIn(email, password, networks[index]!)),
    );
    tokens = answers.map(({ body }) => body.data.tokens.accessToken as string);
    directory = await mkdtemp(path.join(tmpdir(), 'intake-log-'));
    const file = path.join(directory, 'intake.log');
    await writeFile(file, collected.text());
    const command = ['server/command.ts', 'security-log', file];
    report = (await promisify(execFile)(process.execPath, command, { env: programEnvironment() })).stdout;
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test('the report names the networks, how often each tried, how many accounts, and no honest one', () => {
    const told = readTable(report, 'Networks that tried');
    const tries = strangers.length / networks.length + members.length;
    expect(columns(told, 'client', 'tries', 'wrong', 'accounts', 'got in').toSorted()).toEqual(
      networks
        .map((network, index) => {
          const entered = index < robbed.length ? 1 : 0;
          return [clientOf(network), tries + entered, tries, tries, entered].map(String);
        })
        .toSorted(),
    );
  });

  test('the report names the accounts that were entered, each with its network, and no other', () => {
    const told = readTable(report, 'Accounts that they got into');
    expect(columns(told, 'member', 'client', 'way', 'device').toSorted()).toEqual(
      robbed.map(({ id }, index) => [id, clientOf(networks[index]!), 'password', 'new']).toSorted(),
    );
  });

  test('the report names the accounts that were tried most, and whose they are', () => {
    const told = readTable(report, 'Accounts with the most wrong log-ins');
    const most = columns(told, 'member', 'wrong', 'networks').slice(0, members.length);
    // One of them mistyped it from the office, too.
    const expected = members.map(({ id }, index) => [id, String(networks.length + (index === 3 ? 1 : 0))]);
    expect(most.map(([id, wrong]) => [id, wrong]).toSorted()).toEqual(expected.toSorted());
    expect(told.rows).toHaveLength(members.length + strangers.length);
  });

  test('an account without a member is identified by a stable hash, not by the address', () => {
    const unknown = collected.events().filter(({ event, member }) => event === 'log-in' && member === undefined);
    expect(new Set(unknown.map(({ account }) => account)).size).toBe(strangers.length);
    for (const { account } of unknown) expect(account).toMatch(/^[\da-f]{24}$/);
  });

  test('the log has no password, token or mail address', () => {
    const secrets = Object.fromEntries([
      ['the leaked password', leakedPassword],
      ...members.flatMap(({ email, password }, index) => [
        [`address ${index}`, email],
        [`password ${index}`, password],
      ]),
      ...strangers.map((email, index) => [`stranger ${index}`, email]),
      ...tokens.map((token, index) => [`token ${index}`, token]),
    ]) as Record<string, string>;
    expect(Object.keys(secrets)).toHaveLength(1 + 2 * members.length + strangers.length + tokens.length);
    expect(findLeaks(collected.text(), secrets)).toEqual([]);
    // Negative control: the same scan of a log with one of each.
    const leaky = `{"email":"${strangers[0]}","token":"${tokens[0]}","password":"${leakedPassword}"}`;
    expect(findLeaks(leaky, secrets)).toEqual(['the leaked password', 'stranger 0', 'token 0']);
  });

  test('each event has a time in UTC and the request id of the answer', async () => {
    const { headers } = await tryLogIn(newEmail(), leakedPassword, '10.9.0.10');
    const last = collected.events().at(-1)!;
    expect(last).toMatchObject({ event: 'log-in', outcome: 'wrong', requestId: headers.get('x-request-id') });
    expect(last.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});

describe('of an attack on the console', () => {
  test('the report names the network, and the person of staff whose account it got into', async () => {
    const staff = openConsole(product);
    const from = '203.0.113.99';
    const bea = await staff.hire({ role: 'owner' });
    const begin = (email: string, password: string) =>
      staff.call('POST', '/sign-in/password', { body: { email, password }, from });
    for (let tried = 0; tried < 5; tried++) await begin(newEmail(), 'of-another-leak-77');
    const { step } = (await begin(bea.email, staffPassword)).body.data;
    const body = { step, way: 'recovery-code', code: bea.recoveryCodes[0]! };
    expect((await staff.call('POST', '/sign-in/second-factor', { body, from })).status).toBe(200);

    const lines = Readable.from(collected.text().split('\n'));
    const report = await reportAttack(lines, { site: 'console', accounts: 5 });
    const tried = columns(readTable(report, 'Networks that tried'), 'client', 'site', 'wrong', 'accounts', 'got in');
    expect(tried).toEqual([[from, 'console', '5', '6', '1']]);
    const entered = columns(readTable(report, 'Accounts that they got into'), 'member', 'client', 'way', 'device');
    expect(entered).toEqual([[bea.id, from, 'recovery-code', 'new']]);
  });
});
