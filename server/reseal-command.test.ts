import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { revealSecret, rotateSecret } from './membership/site-events/endpoints.ts';
import { SiteDeclaration } from './membership/declaration/site-declaration.ts';
import { findSecret } from './membership/sites/site-secrets.ts';
import { createInvite, openInvite } from './membership/teams/invite-tokens.ts';
import { runCommand } from './platform/commands.ts';
import { transaction } from './platform/database/database.ts';
import { createKeys, randomToken, type Keys } from './platform/keys.ts';
import { queueMail, readBody, sealedMails } from './platform/mail.ts';
import { countSealed, reseal } from './platform/sealed-values.ts';
import { resealCommands, sealedColumns } from './reseal-command.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { declareSite } from './testing/declare-site.ts';

const [old, current] = [randomToken(), randomToken()];
const before = createKeys([old]);
const during = createKeys([current, old]);
const after = createKeys([current]);

const site = SiteDeclaration.parse({
  id: 'app_sealed',
  publicKey: 'pk_sealed',
  name: 'Harbour',
  mode: 'live',
  plans: [{ id: 'pln_sealed', name: 'Crew' }],
  webhooks: [{ id: 'club', url: 'https://club.example/hook' }],
  authProviders: [{ provider: 'google', name: 'Google', clientId: 'c', clientSecret: 'of the provider' }],
});

/** More rows than one statement reads. */
const mails = 2_100;

let database: TestDatabase;
let inviteToken: string;
beforeEach(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  await declareSite(db, site, before);
  await transaction(db, (tx) => rotateSecret({ keys: before }, tx, site.id, 'club'));
  await pool.query(
    `insert into member (id, site_id, email) values ('mem_a', 'app_sealed', 'ana@example.org');
     insert into plan_connection (id, member_id, plan_id, type, status)
     values ('con_a', 'mem_a', 'pln_sealed', 'FREE', 'ACTIVE')`,
  );
  const invite = createInvite(before, 'team_a');
  inviteToken = invite.inviteToken;
  await pool.query(
    `insert into team (id, site_id, owner_id, connection_id, invite_hash, invite_sealed)
     values ('team_a', 'app_sealed', 'mem_a', 'con_a', $1, $2)`,
    [invite.inviteHash, invite.inviteSealed],
  );
  const mail = { kind: 'reset-code', to: 'ana@example.org', subject: 'Code', text: 'It is 123456', html: '<p>123456' };
  await transaction(db, (tx) => queueMail({ keys: before }, tx, { ...mail, sensitive: true }));
  await pool.query(
    `insert into mail_outbox (id, kind, recipient, subject, body_text, body_html, sealed_body, sensitive)
     select 'mail_' || at, kind, recipient, subject, body_text, body_html, sealed_body, sensitive
     from mail_outbox, generate_series(2, $1::int) as at`,
    [mails],
  );
});
afterEach(() => database.drop());

let printed: string[];
const run = (words: string[], keys: Keys, olderSecrets: number) => {
  printed = [];
  const terminal = { print: (text: string) => void printed.push(text) };
  return runCommand([resealCommands], words, (use) => use({ db: database.db, keys, olderSecrets, terminal }));
};

/** Opens all sealed values. @throws the error of the first that cannot be opened */
async function openAll(keys: Keys) {
  const { db, pool } = database;
  const { rows } = await pool.query(
    `select invite_sealed, (select jsonb_agg(encode(sealed_body, 'hex')) from mail_outbox) as bodies from team`,
  );
  const [{ invite_sealed, bodies }] = rows;
  const texts = (bodies as string[]).map(
    (each) => readBody(keys, { body_text: '', body_html: '', sealed_body: Buffer.from(each, 'hex') }).text,
  );
  return {
    provider: await findSecret({ keys }, db, site.id, 'provider.google'),
    webhook: await revealSecret({ keys }, db, site.id, 'club'),
    invite: openInvite(keys, 'team_a', invite_sealed),
    mails: [texts.length, ...new Set(texts)],
  };
}

describe('reseal', () => {
  test('re-encrypts all values of an older secret, so that it can be removed', async () => {
    const sealed = await openAll(before);
    expect(sealed).toMatchObject({ provider: 'of the provider', invite: inviteToken, mails: [mails, 'It is 123456'] });
    await expect(openAll(after)).rejects.toThrow('not among INTAKE_SECRETS any more');
    const said = await run(['reseal'], during, 1);
    expect(said).toMatch(new RegExp(`mail_outbox\\.sealed_body +${mails} +0 +0`));
    expect(said).toMatch(/site_event_endpoint\.old_sealed_secret +1 +0 +0/);
    expect(said).toContain('Nothing is sealed under an older secret. They may go from INTAKE_SECRETS');
    expect(printed).toContain(`mail_outbox.sealed_body: ${mails} sealed anew`);
    expect(await openAll(after)).toEqual(sealed);
  });

  test('counts the remaining values without changing them', async () => {
    const said = await run(['reseal', '--count'], during, 1);
    expect(said).toMatch(new RegExp(`mail_outbox\\.sealed_body +0 +${mails} +0`));
    expect(said).toContain(`${mails + 4} are sealed under older secrets: these must stay.`);
    await expect(openAll(after)).rejects.toThrow('not among INTAKE_SECRETS any more');
    expect(await run(['reseal', '--count'], before, 0)).toContain('INTAKE_SECRETS names no older secret.');
  });

  test('interrupted half-way is resumed, and is idempotent once done', async () => {
    const crash = new Error('ended by somebody');
    const services = { db: database.db, keys: during };
    const interrupted = reseal(services, sealedMails, () => {
      throw crash;
    });
    await expect(interrupted).rejects.toBe(crash);
    await reseal(services, sealedMails, (read) => {
      if (read > 1_000) throw crash;
    }).catch(() => undefined);
    const half = await countSealed(services, sealedMails);
    expect(half.newest).toBeGreaterThan(0);
    expect(half.older).toBeGreaterThan(0);
    expect(half.newest + half.older).toBe(mails);
    expect(await reseal(services, sealedMails)).toEqual(half);
    expect(await reseal(services, sealedMails)).toEqual({ newest: mails, older: 0, lost: 0 });
  });

  test('does not overwrite a value changed concurrently', async () => {
    const { pool } = database;
    const { rows } = await pool.query<{ id: string; sealed_body: Buffer }>(
      'select id, sealed_body from mail_outbox order by id limit 1 offset 999',
    );
    const { id, sealed_body: first } = rows[0]!;
    const meanwhile = before.seal('mail-body', JSON.stringify({ text: 'another one', html: '' }));
    // The page with it has been read by the time the page's first value is re-encrypted.
    await pool.query(
      `create function change_another() returns trigger language plpgsql as $$ begin
         update mail_outbox set sealed_body = decode('${meanwhile.toString('hex')}', 'hex')
         where id = '${id}' and sealed_body = decode('${first.toString('hex')}', 'hex');
         return new; end $$;
       create trigger change_another after update on mail_outbox for each row
         when (pg_trigger_depth() = 0 and new.id <> '${id}') execute function change_another()`,
    );
    await reseal({ db: database.db, keys: during }, sealedMails);
    const found = await pool.query('select sealed_body from mail_outbox where id = $1', [id]);
    expect(readBody(during, { body_text: '', body_html: '', ...found.rows[0] }).text).toBe('another one');
  });

  test('reports values that no secret opens, and then never that older secrets can be removed', async () => {
    await database.pool.query(`update team set invite_sealed = $1`, [createKeys([randomToken()]).seal('x', 'y')]);
    const said = await run(['reseal'], during, 1);
    expect(said).toMatch(/team\.invite_sealed +0 +0 +1/);
    expect(said).toContain('1 cannot be opened');
    expect(said).not.toContain('may go');
  });
});

test('every column with sealed values is re-encrypted', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'`,
  );
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
