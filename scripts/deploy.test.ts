import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, namesIn, production } from '../server/testing/environment.ts';
import { readVariables, writeTemplate, type Values } from './cluster/templates.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'intake-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const fill = (name: string, values: Values) => writeTemplate(name, values, path.join(folder, path.basename(name)));

describe('a file of deploy/, filled', () => {
  const values = {
    PG_DATA: '/srv/data',
    PG_BIN: '/usr/lib/postgresql/15/bin',
    PG_SOCKETS: '/run/postgresql',
    BACKUP_CONFIG: '/etc/pgbackrest.conf',
    PATRONI_CONFIG: '/etc/patroni/config.yml',
  };

  const etcd = {
    NODE: 'etcd1',
    NODE_ADDRESS: '10.0.0.21',
    ETCD_DATA: '/var/lib/etcd',
    ETCD_MEMBERS: 'etcd1=…',
    ETCD_HISTORY: '1h',
  };

  test('keeps the variables of a shell script', () => {
    const template = read('restore-database.sh');
    const expected = template.replaceAll(/\$\{([A-Z_]+)\}/g, (_whole, name: keyof typeof values) => values[name]);
    expect(readFileSync(fill('restore-database.sh', values), 'utf8')).toBe(expected);
    expect(expected).toContain('"--target=$moment"');
  });

  test('is read by its account alone', () => {
    expect(statSync(fill('restore-database.sh', values)).mode & 0o777).toBe(0o600);
  });

  test('takes values of several lines, and empty ones', () => {
    const servers = 'server db1 10.0.0.11:5432 check\n    server db2 10.0.0.12:5432 check';
    expect(readFileSync(fill('etcd.yml', { ...etcd, NODE: servers, ETCD_DATA: '' }), 'utf8')).toContain(
      `name: ${servers}\ndata-dir: \n`,
    );
  });

  test('is not written while a value is missing, which is named', () => {
    const { ETCD_MEMBERS: _left, ...others } = etcd;
    expect(() => writeTemplate('etcd.yml', others, path.join(folder, 'missing.yml'))).toThrow(
      /etcd\.yml needs a value for ETCD_MEMBERS/,
    );
    expect(() => statSync(path.join(folder, 'missing.yml'))).toThrow(/ENOENT/);
  });
});

describe('on a machine of production', () => {
  const steps = readFileSync(new URL('../docs/production.md', import.meta.url), 'utf8');

  test('commands are typed in the environment, the account and the folder of the unit', () => {
    const unit = read('intake@.service');
    const own = (directive: string) => new RegExp(`^${directive}=(\\S+)$`, 'm').exec(unit)?.[1];
    const [typed = ''] = /systemd-run [^]+?"\$@"/.exec(steps) ?? [];
    for (const word of [
      `--uid=${own('User')}`,
      `--gid=${own('Group')}`,
      `--working-directory=${own('WorkingDirectory')}`,
      `--property=EnvironmentFile=${own('EnvironmentFile')}`,
    ])
      expect(typed).toContain(`${word} `);
  });

  test('the unit may write where logrotate.conf and the documentation have its files', () => {
    const unit = read('intake@.service');
    const own = (directive: string) => new RegExp(`^${directive}=(\\S+)$`, 'm').exec(unit)?.[1];
    expect(read('logrotate.conf')).toContain(`/var/log/${own('LogsDirectory')}/*.log {`);
    expect(steps).toContain(`SECURITY_LOG=/var/log/${own('LogsDirectory')}/`);
    expect(steps).toContain(`DATA_DIR=/var/lib/${own('StateDirectory')}\``);
  });

  test('a certificate is readable by its account alone, and there before the proxy starts', () => {
    const [, hook] = /certbot certonly --standalone .*--deploy-hook '([^']+)'/.exec(steps)!;
    expect(hook).toMatch(/^umask 077; cat .+; systemctl reload-or-restart haproxy$/);
    expect(steps).toContain('http-01-port = 8888');
    expect(read('haproxy.cfg')).toContain('server certbot 127.0.0.1:8888');
    expect(steps.indexOf('certbot certonly')).toBeLessThan(steps.indexOf('systemctl enable --now intake@'));
  });

  test('databases on several machines are told to speak TLS wherever they are told to ask for it', () => {
    const stepOf = (text: string) => text.split(/\n(?=\d\. )/).find((step) => step.includes('PG_HBA_TYPE=hostssl'));
    for (const text of [stepOf(steps), read('patroni.yml')])
      for (const setting of ["ssl: 'on'", 'ssl_cert_file', 'ssl_key_file']) expect(text).toContain(setting);
  });

  test('backups reach as far back as the documentation says, however many are full', () => {
    expect(readFileSync(new URL('../docs/backup.md', import.meta.url), 'utf8')).toContain('any moment of four weeks');
    expect(read('pgbackrest.conf')).toMatch(/^repo1-retention-full-type=time\nrepo1-retention-full=28$/m);
  });

  const numberIn = (name: string, setting: RegExp) => Number(setting.exec(read(name))![1]);

  test('a proxy that was reloaded goes on until PgBouncer has given up each connection through it', () => {
    const lifetimeSeconds = numberIn('pgbouncer.ini', /^server_lifetime = (\d+)$/m);
    const hardStopMinutes = numberIn('haproxy.cfg', /^ +hard-stop-after (\d+)m$/m);
    // Connections of one age end `server_lifetime / default_pool_size` apart. A minute more for their last requests.
    expect(hardStopMinutes * 60).toBeGreaterThanOrEqual(2 * lifetimeSeconds + 60);
  });

  test('nine processes and one pool fit into the connections of PostgreSQL', () => {
    const all = numberIn('patroni.yml', /max_connections: (\d+)/);
    const pool = numberIn('pgbouncer.ini', /^default_pool_size = (\d+)$/m);
    const [, jobs] = /up to (\d+) for jobs/.exec(steps)!;
    expect(steps).toContain('nine with it');
    expect(pool + 9 * Number(jobs)).toBeLessThanOrEqual(all - 10);
  });

  test('the unit tells the process alone to stop, which lets the pictures that are being decoded end', () => {
    expect(read('intake@.service')).toMatch(/^KillSignal=SIGTERM\n(?:#.*\n)*KillMode=mixed$/m);
  });

  /** With the pooler on its own machine and the databases on others, as docs/production.md says. */
  const values = {
    NODE_ENV: 'production',
    APP_URL: 'https://intake.example',
    HOST: '10.0.0.1',
    TRUSTED_PROXIES: '10.0.0.5',
    PRODUCT_ACCOUNT: 'intake_product',
    PRODUCT_PASSWORD: 'a-password',
    POOLER_ADDRESS: '127.0.0.1',
    POOLER_OPTIONS: '',
    DATABASE_SERVERS: 'db1.example:5432,db2.example:5432',
    DATABASE_OPTIONS: '?sslmode=verify-full',
    DATA_DIR: '/var/lib/intake',
  };
  /** What a start with intake.env, and what it leaves out, refuses. */
  function faultsWith(changed: Values): string[] {
    const secrets = path.join(folder, 'secrets');
    const { INTAKE_SECRETS, ...others } = production;
    writeFileSync(secrets, INTAKE_SECRETS);
    const file = fill('intake.env', { ...values, SECRETS_FILE: secrets, ...changed });
    return faultsOf({ ...others, ...readVariables(readFileSync(file, 'utf8')) });
  }

  test('intake.env is taken, with TLS to the databases and none to the pooler beside the process', () => {
    expect(faultsWith({})).toEqual([]);
  });

  test('databases without TLS are refused, and a pooler elsewhere without it (negative control)', () => {
    const namesWith = (changed: Values) => namesIn(faultsWith(changed));
    expect(namesWith({ DATABASE_OPTIONS: '' })).toEqual(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']);
    expect(namesWith({ POOLER_ADDRESS: '10.0.0.2' })).toEqual(['DATABASE_URL']);
  });
});
